import type { SystemBars, SystemBarsStyle } from '@capacitor/core';
import type { KeyboardPlugin, KeyboardStyle } from '@capacitor/keyboard';

/** How large the body text of iOS is, in pixels, where nobody has chosen another size. */
const usualText = 17;
/** What stands at the bottom and the top of a page over its content, at most, in pixels. */
const bars = 100;
/** The viewer of photos, which lies over all of the page (its library's name for it). */
const viewer = 'body > .yarl__portal';

/** The plug-ins that the looks of the page are told to. */
export interface LooksPlugins {
  Keyboard: KeyboardPlugin;
  SystemBars: typeof SystemBars;
}

/**
 * Lets the page look as the rest of the device: text in the system's size, bars and keyboard in the colours of the app, and a field that is written in
 * stays above the keyboard. Android's web view has the size of text by itself. What stands beside it is in `shell.css`.
 */
export function followLooks(platform: 'ios' | 'android', { Keyboard, SystemBars }: LooksPlugins): void {
  const root = document.documentElement;
  root.dataset['shell'] = platform;
  if (platform === 'ios') {
    followTextSize(root);
    // Its "Done" closes the keyboard, which nothing else does.
    void Keyboard.setAccessoryBarVisible({ isVisible: true });
  }

  const dark = matchMedia('(prefers-color-scheme: dark)');
  let told: string | undefined;
  const colour = () => {
    const theme = root.dataset['theme'] ?? (dark.matches ? 'dark' : 'light');
    // Photos are shown on black, also under the status bar.
    const style = theme === 'dark' || document.querySelector(viewer) ? 'DARK' : 'LIGHT';
    if (style === told) return;
    told = style;
    void SystemBars.setStyle({ style: style as SystemBarsStyle });
    if (platform === 'ios') void Keyboard.setStyle({ style: style as KeyboardStyle });
  };
  colour();
  dark.addEventListener('change', colour);
  const changes = new MutationObserver(colour);
  changes.observe(root, { attributeFilter: ['data-theme'] });
  changes.observe(document.body, { childList: true });

  void Keyboard.addListener('keyboardWillShow', () => void (root.dataset['keyboard'] = ''));
  void Keyboard.addListener('keyboardWillHide', () => void delete root.dataset['keyboard']);
  void Keyboard.addListener('keyboardDidShow', showField);
  // The web view is made smaller before the keyboard is there, or after it.
  addEventListener('resize', () => void (root.dataset['keyboard'] === '' && showField()));
}

/** Keeps the size of text in step with what is chosen in the settings of iOS, also while the app runs. */
function followTextSize(root: HTMLElement): void {
  const asked = document.createElement('i');
  asked.className = 'system-text';
  asked.ariaHidden = 'true';
  document.body.append(asked);
  new ResizeObserver(() => root.style.setProperty('--system-text', String(asked.offsetWidth / usualText))).observe(asked);
}

/** Moves the field that is written in to where it is seen, unless it is. */
function showField(): void {
  const field = document.activeElement;
  if (!field?.matches('input, textarea, [contenteditable]')) return;
  const { top, bottom } = field.getBoundingClientRect();
  if (top < bars || bottom > innerHeight - bars) field.scrollIntoView({ block: 'center' });
}
