/** Whether an administrator looks at the product as somebody else: the server writes nothing then, so nothing is told to it unasked. */
let viewing = false

export const setViewing = (isViewing: boolean): void => {
  viewing = isViewing
}
export const isViewing = (): boolean => viewing
