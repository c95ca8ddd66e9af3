import { expect } from '@playwright/test';
import type { FileChooser, Locator } from '@playwright/test';

/**
 * Chooses files by a button that opens the system's picker, and waits until the page has taken them. The button looks pressed until then;
 * what is sent before goes without them.
 * @param press clicks the button, unless told otherwise
 */
export async function chooseFiles(
  button: Locator,
  files: Parameters<FileChooser['setFiles']>[0],
  press: () => Promise<void> = () => button.click(),
): Promise<void> {
  const page = button.page();
  const chooser = page.waitForEvent('filechooser');
  await press();
  await (await chooser).setFiles(files);
  await expect(page.locator('input[type="file"] + [data-pending]'), 'the page has the files').toHaveCount(0);
}
