/** A file that can't be read, said so that its owner can act on it. The message is Chinese and shown as it is. */
export class SheetRefusal extends Error {
  override name = 'SheetRefusal'
}
