// A real MCP client, driven line by line: one JSON object on stdin is a request, one on stdout an answer or an event.
//
//   node driver.mjs '{"sdk":"v1","mode":"legacy","transport":"http","url":"...","token":"..."}'
//   node driver.mjs '{"sdk":"v2","mode":"modern","transport":"stdio","command":"bin/talaria","args":["stdio"]}'
//
// Requests: {"id":1,"op":"tools"}, {"id":2,"op":"call","name":"...","arguments":{}}, {"id":3,"op":"close"}.
// Events:   {"event":"ready"}, {"event":"list_changed"}, {"event":"closed"}, {"event":"error","message":"..."}.
import { createInterface } from 'node:readline';

const config = JSON.parse(process.argv[2]);
const emit = (object) => process.stdout.write(JSON.stringify(object) + '\n');
const info = { name: `talaria-itest-${config.sdk}-${config.mode}`, version: '1.0.0' };

const sdk = config.sdk === 'v1' ? await v1() : await v2();
const { client, transport } = sdk;
client.onclose = () => emit({ event: 'closed' });
client.onerror = (error) => emit({ event: 'error', message: String(error?.message ?? error) });

try {
  await client.connect(transport);
  await sdk.listen();
} catch (error) {
  emit({ event: 'failed', message: String(error?.stack ?? error) });
  process.exit(1);
}
emit({ event: 'ready', era: sdk.era(), server: client.getServerVersion?.()?.name ?? null });

for await (const line of createInterface({ input: process.stdin })) {
  if (line.trim() !== '') {
    void answer(JSON.parse(line));
  }
}
await client.close();

async function answer(request) {
  try {
    emit({ id: request.id, result: await perform(request) });
  } catch (error) {
    emit({ id: request.id, error: String(error?.message ?? error), code: error?.code ?? null });
  }
}

async function perform(request) {
  switch (request.op) {
    case 'tools': {
      const tools = [];
      let cursor;
      do {
        const page = await sdk.listTools(cursor);
        tools.push(...page.tools);
        cursor = page.nextCursor;
      } while (cursor !== undefined);
      return tools;
    }
    case 'call':
      return await client.callTool({ name: request.name, arguments: request.arguments ?? {} });
    case 'close':
      await client.close();
      setTimeout(() => process.exit(0), 50);
      return 'closed';
    default:
      throw new Error(`unknown op ${request.op}`);
  }
}

async function v1() {
  const { Client } = await import('@modelcontextprotocol/sdk/client/index.js');
  const { ToolListChangedNotificationSchema } = await import('@modelcontextprotocol/sdk/types.js');
  const client = new Client(info);
  client.setNotificationHandler(ToolListChangedNotificationSchema, () => emit({ event: 'list_changed' }));
  let transport;
  if (config.transport === 'http') {
    const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/sdk/client/streamableHttp.js');
    transport = new StreamableHTTPClientTransport(new URL(config.url), { requestInit: { headers: headers() } });
  } else {
    const { StdioClientTransport } = await import('@modelcontextprotocol/sdk/client/stdio.js');
    transport = new StdioClientTransport(command());
  }
  return {
    client,
    transport,
    listen: async () => {},
    era: () => 'legacy',
    listTools: (cursor) => client.listTools(cursor === undefined ? {} : { cursor }),
  };
}

async function v2() {
  const { Client, StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client');
  const mode = config.mode === 'modern' ? { pin: '2026-07-28' } : config.mode;
  const client = new Client(info, { versionNegotiation: { mode } });
  client.setNotificationHandler('notifications/tools/list_changed', () => emit({ event: 'list_changed' }));
  let transport;
  if (config.transport === 'http') {
    transport = new StreamableHTTPClientTransport(new URL(config.url), { requestInit: { headers: headers() } });
  } else {
    const { StdioClientTransport } = await import('@modelcontextprotocol/client/stdio');
    transport = new StdioClientTransport(command());
  }
  return {
    client,
    transport,
    listen: async () => {
      if (client.getProtocolEra() === 'modern') {
        await client.listen({ toolsListChanged: true });
      }
    },
    era: () => client.getProtocolEra(),
    listTools: (cursor) => client.listTools(cursor === undefined ? {} : { cursor }, { cacheMode: 'refresh' }),
  };
}

function headers() {
  return config.token ? { Authorization: `Bearer ${config.token}` } : {};
}

function command() {
  return { command: config.command, args: config.args ?? [], cwd: config.cwd, env: config.env, stderr: 'inherit' };
}
