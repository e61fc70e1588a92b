/** The local folder as file store: `root/ab/<id>`, `ab` from a hash of the id, so that no folder grows beyond some thousands of entries. */
import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { fileId, FileMissing, FileTooLarge, unfinishedHoursMax } from './store.ts'
import type { ByteRange, LocalCopy, PutOptions, StoredBytes, SweptStore } from '../contract/file-store.ts'

const UNFINISHED = 'unfinished'

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}

/** A file store in a folder, which is made when the first file comes. */
export function localFileStore(root: string): SweptStore {
  const folderOf = (id: string): string => join(root, createHash('sha256').update(fileId(id)).digest('hex').slice(0, 2))
  const pathOf = (id: string): string => join(folderOf(id), id)
  const size = async (id: string): Promise<number | null> => {
    try {
      return (await stat(pathOf(id))).size
    } catch (error) {
      if (isMissing(error)) return null
      throw error
    }
  }

  return {
    async put(id, content, options) {
      const path = pathOf(id)
      const unfinished = join(root, UNFINISHED, randomUUID())
      await mkdir(join(root, UNFINISHED), { recursive: true })
      await mkdir(folderOf(id), { recursive: true })
      try {
        const stored = await write(unfinished, content, options)
        if ((await size(id)) !== null) throw new Error(`file id ${id} is taken`)
        await rename(unfinished, path)
        await syncFolder(folderOf(id))
        return stored
      } finally {
        await rm(unfinished, { force: true })
      }
    },

    async get(id: string, range?: ByteRange): Promise<Readable> {
      const stream = createReadStream(pathOf(id), range ?? {})
      return new Promise((resolve, reject) => {
        stream.once('open', () => resolve(stream))
        stream.once('error', error => reject(isMissing(error) ? new FileMissing({ cause: error }) : error))
      })
    },

    size,

    async exists(id) {
      return (await size(id)) !== null
    },

    async delete(id) {
      await rm(pathOf(id), { force: true })
    },

    async localCopy(id): Promise<LocalCopy> {
      if ((await size(id)) === null) throw new FileMissing()
      return { path: pathOf(id), release: async () => undefined }
    },

    /** Removes what uploads left that were cut off by the end of the process; answers how many. */
    async sweep(nowMs) {
      const folder = join(root, UNFINISHED)
      let removed = 0
      for (const name of await readdir(folder).catch((error: unknown) => (isMissing(error) ? [] : Promise.reject(error)))) {
        const path = join(folder, name)
        if (nowMs - (await stat(path)).mtimeMs < unfinishedHoursMax * 3_600_000) continue
        await rm(path, { force: true })
        removed += 1
      }
      return removed
    },
  }
}

async function write(path: string, content: AsyncIterable<Uint8Array>, { bytesMax }: PutOptions): Promise<StoredBytes> {
  const file = await open(path, 'wx', 0o640)
  const hash = createHash('sha256')
  let size = 0
  try {
    for await (const chunk of content) {
      size += chunk.length
      if (size > bytesMax) throw new FileTooLarge(bytesMax)
      hash.update(chunk)
      await file.writeFile(chunk)
    }
    // on disk before the name appears: a crash of the machine leaves no file of zeros
    await file.datasync()
  } finally {
    await file.close()
  }
  return { sha256: hash.digest('hex'), size }
}

async function syncFolder(folder: string): Promise<void> {
  // Windows can't open a folder, and needs no sync for it
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
