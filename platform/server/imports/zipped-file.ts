/** A report that a marketplace gives as an archive of one file. */
import { listed, sentence, type Wording } from '#platform/declare/sentence.ts'
import { createWriteStream } from 'node:fs'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { WORKBOOK_LIMITS } from '../sheets/read-xlsx.ts'
import { SheetRefusal } from '../sheets/refusal.ts'
import { readZipDirectory } from '../sheets/zip-directory.ts'

export interface Unpacked {
  readonly ok: true
  readonly path: string
  remove(): Promise<void>
}
const namedMax = 5
/** what a workbook of any office has, and what macOS adds */
const ofWorkbook = /^(\[Content_Types\]\.xml|mimetype|META-INF\/)/
const added = /(^|\/)(__MACOSX\/|\.)|\/$/

/** null: a workbook, which is read as one. `isInner`: the file was in an archive itself, and another archive is not opened. */
export async function unpackedFile(
  path: string,
  isInner: boolean,
): Promise<Unpacked | { readonly ok: false; readonly reason: Wording } | null> {
  const file = await open(path, 'r')
  try {
    const entries = [...(await readZipDirectory(file, (await file.stat()).size, WORKBOOK_LIMITS)).values()]
    if (entries.some(({ name }) => ofWorkbook.test(name))) return null
    if (isInner) return { ok: false, reason: sentence`压缩包里还是压缩包，请解压后再上传` }
    const files = entries.filter(({ name }) => !added.test(name))
    const [only] = files
    if (only === undefined) return { ok: false, reason: sentence`压缩包里没有文件，请重新下载` }
    if (files.length > 1)
      return {
        ok: false,
        reason: sentence`压缩包里有 ${files.length} 个文件（${listed(files.slice(0, namedMax).map(({ name }) => name))}），请解压后分别上传`,
      }
    const folder = await mkdtemp(join(tmpdir(), 'zhanggui-unpacked-'))
    const remove = (): Promise<void> => rm(folder, { recursive: true, force: true })
    const unpacked = join(folder, 'file')
    try {
      await pipeline(Readable.from(only.unpack()), createWriteStream(unpacked))
    } catch (error) {
      await remove()
      throw error
    }
    return { ok: true, path: unpacked, remove }
  } catch (error) {
    if (error instanceof SheetRefusal) return { ok: false, reason: error.wording }
    throw error
  } finally {
    await file.close()
  }
}
