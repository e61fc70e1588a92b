/** A document on its way to the store: what it is is told by its bytes, however they are cut, and what is refused leaves nothing there. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { FileTooLarge } from '#platform/server/files.ts'
import { localFileStore } from '#platform/server/files/local-store.ts'
import { arrived, BrokenDocument } from './document.ts'

const folder = mkdtempSync(join(tmpdir(), 'zhanggui-documents-'))
afterAll(() => rmSync(folder, { recursive: true }))
const files = localFileStore(folder)
const house = { files } as never
const stored = (): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap(entry => (entry.isFile() ? [entry.name] : []))

async function* inPieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}
const sheet = `head\tamount\r\n${Array.from({ length: 200 }, (_, i) => `A${i}\t${i}.10\r\n`).join('')}`
const packed = gzipSync(sheet)

test.each([
  ['plain', Buffer.from(sheet)],
  ['packed', packed],
  ['packed twice, one behind the other', Buffer.concat([gzipSync(sheet.slice(0, 199)), gzipSync(sheet.slice(199))])],
])('%s, in pieces of any size: the bytes are those that were sent', async (_, bytes) => {
  for (const size of [1, 7, 60_000]) {
    const { storageKey, isEmpty, head } = await arrived(house, inPieces(bytes, size))
    expect(await textOf(await files.get(storageKey))).toBe(sheet)
    expect([isEmpty, head.toString()]).toEqual([false, sheet.slice(0, 200)])
    await files.delete(storageKey)
  }
})

test.each([
  ['a head alone', 'head\tamount', true],
  ['a head and its end', 'head\tamount\r\n \r\n', true],
  ['nothing', '', true],
  ['a line', 'head\r\nA', false],
  ['an object', '{}', false],
  ['an array', '[]', false],
])('%s: empty %s', async (_, text, isEmpty) => {
  for (const bytes of [Buffer.from(text), gzipSync(text)]) {
    const done = await arrived(house, inPieces(bytes, 1))
    expect(done.isEmpty).toBe(isEmpty)
    await files.delete(done.storageKey)
  }
})

test.each([
  ['cut', packed.subarray(0, packed.length - 9), BrokenDocument],
  ['without its length', packed.subarray(0, packed.length - 1), BrokenDocument],
  ['changed on its way', Buffer.concat([packed.subarray(0, 300), Buffer.from([1, 2, 3]), packed.subarray(303)]), BrokenDocument],
  ['a page', Buffer.from('\n<!DOCTYPE html><html>busy</html>'), BrokenDocument],
  ['a packed page', gzipSync('<html>busy</html>'), BrokenDocument],
  ['made to fill a disk', gzipSync(Buffer.alloc(40 * 1_048_576)), FileTooLarge],
])('%s: refused, and nothing stays', async (_, bytes, fault) => {
  for (const size of [5, 60_000]) await expect(arrived(house, inPieces(bytes, size))).rejects.toBeInstanceOf(fault)
  expect(stored()).toEqual([])
})

test('what the store can not take is its own fault, not that of the document', async () => {
  const full = Object.assign(new Error('no space'), { code: 'ENOSPC' })
  await expect(arrived({ files: { put: () => Promise.reject(full) } } as never, inPieces(packed, 9))).rejects.toBe(full)
})
