import type { Page } from 'playwright-core';

/** Returns the text in the editor, without the values that are shown after its lines. */
export async function editorText(page: Page): Promise<string> {
  return page.evaluate<string>(`
    [...(document.querySelector('[data-editor]')?.shadowRoot?.querySelectorAll('.cm-line') ?? [])]
      .map(line => {
        const copy = line.cloneNode(true);
        for (const each of copy.querySelectorAll('.inlay')) each.remove();
        return copy.textContent;
      })
      .join('\\n')`);
}

/** Puts the cursor after a text in the editor. */
export async function cursorBehind(page: Page, text: string): Promise<void> {
  const line = page.locator('.cm-line', { hasText: text }).first();
  await line.click();
  await page.keyboard.press('End');
}
