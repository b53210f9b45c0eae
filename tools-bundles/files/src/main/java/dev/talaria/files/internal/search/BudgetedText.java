package dev.talaria.files.internal.search;

/** A text that stops whoever reads it when the budget is spent. */
record BudgetedText(CharSequence text, SearchBudget budget) implements CharSequence {
  @Override
  public int length() {
    return text.length();
  }

  @Override
  public char charAt(int index) {
    budget.check();
    return text.charAt(index);
  }

  @Override
  public CharSequence subSequence(int start, int end) {
    return new BudgetedText(text.subSequence(start, end), budget);
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
