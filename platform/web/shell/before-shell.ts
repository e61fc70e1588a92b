/** What the shell looks up (pages, slots, openers) is registered when the shell is loaded: the sign-in page need not carry it. */
const loaders: (() => Promise<unknown>)[] = []

/** Called by the composition root. */
export function registerBeforeShell(load: () => Promise<unknown>): void {
  loaders.push(load)
}

export const beforeShell = (): Promise<unknown> => Promise.all(loaders.map(load => load()))
