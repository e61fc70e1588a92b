/** Whether an administrator views the product as somebody else: the server writes nothing then, so the window sends nothing by itself. */
let viewing = false

export const setViewing = (isViewing: boolean): void => {
  viewing = isViewing
}
export const isViewing = (): boolean => viewing
