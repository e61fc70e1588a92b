/** The store that the environment names: an S3-compatible one by FILES_URL, else the folder `files` of the data folder. */
import { join } from 'node:path'
import { localFileStore } from './local-store.ts'
import { s3Address } from './s3-address.ts'
import { s3FileStore } from './s3-store.ts'
import type { SweptStore } from '../contract/file-store.ts'

/** Throws a sentence for the operator where the named store can't be used. */
export async function openFileStore(env: Readonly<Record<string, string | undefined>>, dataDir: string): Promise<SweptStore> {
  const url = env['FILES_URL']
  if (url === undefined || url === '') return localFileStore(join(dataDir, 'files'))
  const store = s3FileStore(s3Address(url, env))
  await store.check()
  return store
}
