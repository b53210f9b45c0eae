package dev.talaria.guard.commands;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ways to a home that no word of the command names, and the everyday work beside it. */
class RoundaboutWaysTest {
  @TempDir Path temp;
  private Path work;
  private Path above;
  private CommandPolicy policy;

  @BeforeEach
  void setUp() throws Exception {
    above = Files.createDirectories(temp.toRealPath().resolve("above"));
    work = Files.createDirectories(temp.toRealPath().resolve("user/project"));
    Path home = Files.createDirectories(above.resolve("attack-h1"));
    Files.createDirectories(work.resolve("target/dist"));
    policy =
        new CommandPolicy(
            new CommandScope(
                Path.of("/home/nobody"),
                Optional.of(home),
                List.of(work.resolve("target/dist"), work.resolve("talaria")),
                Set.of(4242L)));
  }

  private CommandDecision decide(String command) {
    return policy.decide(command.replace("/ABOVE", above.toString()), work);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "for i in 1 2; do cat /ABOVE/attack-h$i/token; done",
        "for i in 1 2; do cat \"/ABOVE/attack-h${i}/token\"; done",
        "for i in attack; do cat /ABOVE/$i-h1/token; done",
        "for i in above; do cat ../../$i/attack-h1/token; done",
        "for i in 1; do cat ../../above/attack-h$i/token; done",
        "cat /ABOVE/attack-h{1,2}/token",
        "cat /ABOVE/{attack-h1,x}/token",
        "cat /ABOVE/attack-h$((0+1))/token",
        "cat /ABOVE/attack-h$(echo 1)/token",
        "cat < /ABOVE/attack-h$(echo 1)/token",
        "echo x > /ABOVE/attack-h$(echo 1)/etc/dev.talaria.registry.cfg",
        "tar --file=x -C/ABOVE/attack-h$(echo 1) -c .",
        "cat $(printf /ABOVE/attack-h%s/token 1)",
        "cat $(printf '/ABOVE/attack-h%d/token' 1)",
        "cat $(seq -f /ABOVE/attack-h%g/token 1)",
        "cat $(echo /ABOVE/attack-h)1/token",
        "read p <<< /ABOVE/attack-h; wc -c ${p}1/token",
        "read p <<< /ABOVE; wc -c $p/attack-h1/token",
        "for p in /ABOVE/attack; do for q in -h1/token; do cat $p$q; done; done",
        "shopt -s globstar; cat /ABOVE/**/token",
        "cd $X; cat attack-h1/token",
        "cat /ABOVE/*/token",
        "cat /ABOVE/a*/token",
        "find /ABOVE -maxdepth 2 -name token -exec cat {} +",
        "find / -name token -print0 | xargs -0 cat",
        "cat $(find /ABOVE -name token)",
        "find ../.. -name token",
        "cd ../..; find . -name token",
        "cd ../..; find -name token",
        "fd token /ABOVE",
        "grep -rs . /ABOVE --include=token",
        "grep -R . ../..",
        "grep -d recurse . /ABOVE",
        "cd /ABOVE && grep -r .",
        "grep -rs . /ABOVE/*",
        "rg . /ABOVE",
        "ls -R /ABOVE",
        "ls -lR ../..",
        "du -a /ABOVE",
        "tar cf x.tar /ABOVE",
        "tar -c -C /ABOVE . -f x.tar",
        "zip -r x.zip ../..",
        "cp -r /ABOVE x",
        "cp -a ../.. x",
        "cp -R /ABOVE/* x",
        "rsync -a /ABOVE/ x",
        "mv /ABOVE x",
        "ln -s /ABOVE x; cat x/attack-h1/token",
        "ln -s ../.. x",
        "ln -sT /ABOVE/../above x",
        "ln -s / x",
        "cp -rs /ABOVE x",
        "git --git-dir=x --work-tree=/ABOVE add .",
        "sudo find /ABOVE -name token",
        "sh -c 'grep -r . /ABOVE'",
        "chmod -R a+r /ABOVE"
      })
  void theHomeIsNotReached(String command) {
    assertThat(decide(command)).isInstanceOf(CommandDecision.Refused.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "find . -name '*.java'",
        "find . -name '*.java' -exec grep -l foo {} +",
        "find src test -type f -newer pom.xml",
        "find \"$dir\" -name x",
        "find /usr/include -name 'zlib*'",
        "grep -rn 'interface Tool' .",
        "grep -rn --include='*.java' foo src",
        "grep -rn \"$pattern\" src",
        "rg -n foo",
        "rg foo src test",
        "ls -R src",
        "ls -la /",
        "ls /tmp",
        "du -sh .",
        "du -a src",
        "tar czf out.tgz src",
        "tar xzf in.tgz -C build",
        "tar -xf in.tar",
        "zip -r out.zip src",
        "cp -r src build/src",
        "cp a.txt b.txt",
        "rsync -a src/ build/",
        "mv a.txt b.txt",
        "mv a.txt \"$dir/\"",
        "ln -s ../lib/a.so a.so",
        "ln -sf target/out.jar latest.jar",
        "git status",
        "git add -A && git commit -m 'Fix / and .. in paths'",
        "git log --oneline -5",
        "git diff HEAD~1 -- src",
        "git clone https://example.org/a/b.git",
        "git -C sub status",
        "mvn -B -q verify",
        "mvn -q -f \"$module/pom.xml\" test",
        "npm ci && npm test",
        "npx tsc --noEmit",
        "python3 -m pytest -q tests",
        "cargo build --release",
        "go test ./...",
        "make -j4 all",
        "docker ps --format '{{.Names}}'",
        "for f in *.txt; do wc -l \"$f\"; done",
        "for f in src/*; do cat \"$f\"; done",
        "for i in 1 2 3; do echo \"run $i\"; cat out/$i.log; done",
        "for m in api core; do (cd \"$m\" && mvn -q test); done",
        "while read -r f; do cat \"$f\"; done < list.txt",
        "cat \"$dir/README.md\"",
        "cat $dir/sub/$name.json",
        "mkdir -p \"build/$name/classes\"",
        "echo \"${x}1\" \"${x}a\"",
        "printf '%s\\n' a b",
        "printf 'x=%d/%d\\n' 1 2",
        "seq -f 'file%03g' 3",
        "sed -i \"s/$old/$new/g\" a.txt",
        "sed -n \"/$begin/,/$end/p\" a.txt",
        "awk -F, \"{print \\$1}\" a.csv",
        "curl -s \"https://$host/api/$id?x=1\"",
        "curl -s \"http://127.0.0.1:$port/health\"",
        "cp a{,.bak}",
        "ls src/**/*.java",
        "diff -r a b",
        "chmod -R u+w build",
        "chmod +x talaria.sh",
        "cat t$x",
        "cat target/$x",
        "cd \"$(git rev-parse --show-toplevel)\" && grep -rn foo .",
        "cd sub && find . -name x",
        "cat /tmp/out-$$.log",
        "mktemp /tmp/build-XXXXXX",
        "java -cp \"target/classes:$CP\" Main",
        "tree -L 2",
        "[ -d \"$x\" ] && echo yes",
        "test -f /etc/os-release && . /etc/os-release; echo $ID",
        "jq '.a[0]' data.json",
        "x=$(cat VERSION); echo \"v$x\"",
        "export PATH=\"$PWD/bin:$PATH\"; node --version",
        "sort a | uniq -c | sort -rn | head"
      })
  void everydayWorkGoesOn(String command) {
    assertThat(decide(command)).isInstanceOf(CommandDecision.Allowed.class);
  }
}
