/** Lets everything run that waits for nothing but its turn. */
export const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
