/** Ids of stored files, and how a store says that it can't. */

/** an upload of 1 GB over a slow line is done by then */
export const unfinishedHoursMax = 24

/** What an id may look like: no dot and no slash, so it can name nothing outside its folder. */
const ID = /^[A-Za-z0-9_-]{1,64}$/
export function fileId(id: string): string {
  if (!ID.test(id)) throw new RangeError('文件编号不正确')
  return id
}

export class FileTooLarge extends Error {
  override name = 'FileTooLarge'
  readonly bytesMax: number

  constructor(bytesMax: number) {
    super(`文件超过 ${Math.floor(bytesMax / 1_048_576)}MB，请压缩或拆分后再上传`)
    this.bytesMax = bytesMax
  }
}

export class FileMissing extends Error {
  override name = 'FileMissing'

  constructor(options?: ErrorOptions) {
    super('文件不存在或已被删除', options)
  }
}
