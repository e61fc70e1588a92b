/**
 * What was typed into a form and not saved yet, in the browser's own database: it survives a reload, a crash and a session that ended.
 * Keys carry person and organisation, so that nobody is offered another's. Where the browser keeps no data, drafts live as long as the
 * page.
 */
import type { Row } from '../../declare/wire.ts'
import type { FormValues } from './form-values.ts'

export interface Draft {
  readonly values: FormValues
  /** the record the values were made from, null for a new one */
  readonly row: Row | null
  readonly savedAtMs: number
}

const databaseName = 'zhanggui'
const storeName = 'drafts'
const keptMs = 30 * 86_400_000
const memory = new Map<string, Draft>()
let opened: Promise<IDBDatabase | null> | null = null

const settled = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('the database of drafts failed')))
  })

/** null where there is no such database or it can't be used (private window, full disk): said once. */
async function open(): Promise<IDBDatabase | null> {
  if (typeof indexedDB === 'undefined') return null
  try {
    const request = indexedDB.open(databaseName, 1)
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore(storeName))
    const db = await settled(request)
    forgetOld(db)
    return db
  } catch (error) {
    console.warn('drafts are kept for this page only', error)
    return null
  }
}

function forgetOld(db: IDBDatabase): void {
  const cursor = db.transaction(storeName, 'readwrite').objectStore(storeName).openCursor()
  cursor.addEventListener('success', () => {
    const at = cursor.result
    if (at === null) return
    if ((at.value as Draft).savedAtMs < Date.now() - keptMs) at.delete()
    at.continue()
  })
}

async function inStore<T>(mode: IDBTransactionMode, ask: (store: IDBObjectStore) => IDBRequest<T>): Promise<T | null> {
  opened ??= open()
  const db = await opened
  if (db === null) return null
  try {
    return await settled(ask(db.transaction(storeName, mode).objectStore(storeName)))
  } catch (error) {
    // a full disk refuses the write: the draft is in memory all the same
    if (!(error instanceof DOMException)) throw error
    console.warn('a draft could not be kept', error)
    return null
  }
}

export async function readDraft(key: string): Promise<Draft | null> {
  return memory.get(key) ?? (await inStore<Draft | undefined>('readonly', store => store.get(key))) ?? null
}

export async function keepDraft(key: string, draft: Draft): Promise<void> {
  memory.set(key, draft)
  await inStore('readwrite', store => store.put(draft, key))
}

export async function dropDraft(key: string): Promise<void> {
  memory.delete(key)
  await inStore('readwrite', store => store.delete(key))
}
