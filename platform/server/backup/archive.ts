/**
 * What a backup holds, a gzipped tar in this order:
 *   schema.json                  what must be known before a row is read: migrations, partitions, sequences
 *   db/<table>/<part>.copy       rows as PostgreSQL's COPY writes them, in parts that fit into memory
 *   files/<key>                  stored files, named by rows of the same snapshot
 *   manifest.json                last, because only then everything has been counted: rows and checksums
 */
import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import { readTar } from './tar.ts'

export const formatVersion = 1

export interface BackupSchema {
  readonly format: number
  readonly takenAt: string
  readonly migrations: readonly { readonly name: string; readonly sha256: string }[]
  readonly partitions: readonly { readonly name: string; readonly parent: string; readonly bound: string }[]
  readonly sequences: readonly { readonly name: string; readonly last: string; readonly isCalled: boolean }[]
  /** columns in the order of the rows */
  readonly tables: readonly { readonly name: string; readonly columns: readonly string[] }[]
}

export interface Manifest {
  /** table -> rows */
  readonly rows: Readonly<Record<string, number>>
  /** entry -> sha256, hex */
  readonly sha256: Readonly<Record<string, string>>
  /** files that a row names and the store did not have */
  readonly missing: readonly string[]
}

/** Parts of a backup file; a file that is cut off or no backup at all is a refusal in words. */
export const partsOf = (path: string): ReturnType<typeof readTar> => readTar(createReadStream(path), createGunzip())

export async function jsonOf<T>(content: AsyncIterable<Uint8Array>): Promise<T> {
  const chunks: Uint8Array[] = []
  for await (const chunk of content) chunks.push(chunk)
  return JSON.parse(Buffer.concat(chunks).toString('utf8')) as T
}
