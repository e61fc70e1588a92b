/** Who may import into a list, and what becomes of an import that is cancelled, stopped, or not the only one. */
import { outsideTransaction } from '../db/one-connection.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import type { House } from '../contract/house.ts'
import { runResourceImport } from './resource-import.ts'
import { csv, openListImports } from '../../../test/setup/list-imports.ts'

const lists = await openListImports()
const { h, app, buyer, count, call, order, imported, products } = lists
afterAll(() => lists.close())

test('one that waits says how many files are before it, and how long they take by those that ended', async () => {
  const [first, second, third] = [
    await products(
      csv([
        ['sku', 'name'],
        ['Q-1', '灯'],
      ]),
      'q1.csv',
    ),
    await products(
      csv([
        ['sku', 'name'],
        ['Q-2', '灯'],
      ]),
      'q2.csv',
    ),
    await products(
      csv([
        ['sku', 'name'],
        ['Q-3', '灯'],
      ]),
      'q3.csv',
    ),
  ]
  await h.sql(`update import_run set started_at = now() - interval '30 seconds', finished_at = now() where id = ${first.id}`)
  await h.sql(`update import_run set state = 0 where id in (${second.id}, ${third.id})`)
  const told = async (id: string) => (await buyer.post('/fileImportHistory/details', { id })).data.queue
  expect(await told(first.id)).toBeUndefined()
  expect(await told(second.id)).toEqual({ files: 0, seconds: 0 })
  expect(await told(third.id)).toEqual({ files: 1, seconds: 30 })
  await h.sql(`update import_run set state = 2 where id in (${second.id}, ${third.id})`)
})

describe('who may, and what becomes of it', () => {
  test('without the operation neither template nor import, and no button', async () => {
    expect((await call('GET', '/productManage/template', h.clerk)).statusCode).toBe(403)
    expect(await h.clerk.post('/productManage/importData', { fileIds: ['1'] })).toMatchObject({ code: 1003 })
    expect((await h.clerk.post('/listField/getByType', { type: 'product' })).data.upload).toBeNull()
  })
  test("another person's file, and another person's import", async () => {
    const { data } = await h.upload(
      'a.csv',
      csv([
        ['sku', 'name'],
        ['Z-1', '灯'],
      ]),
      // who may import something himself: others upload nothing
      h.clerk,
    )
    expect(await buyer.post('/productManage/importData', { fileIds: [data.id] })).toMatchObject({ code: 1004 })
    const own = await products(
      csv([
        ['sku', 'name'],
        ['Z-0', '灯'],
      ]),
      'a.csv',
    )
    expect(await h.clerk.post('/fileImportHistory/details', { id: own.id })).toMatchObject({ code: 0 })
    const aliases = await imported(
      '/AmzShopMap',
      'amazonShopAlias',
      'a.csv',
      csv([
        ['文件中的名称', '店铺'],
        ['W', ''],
      ]),
    )
    expect(await buyer.post('/fileImportHistory/details', { id: aliases.id })).toMatchObject({ code: 1004 })
  })
  test('a right that was taken back before the job ran', async () => {
    const id = await order(
      '/productManage',
      'a.csv',
      csv([
        ['sku', 'name'],
        ['Z-2', '灯'],
      ]),
      buyer,
    )
    const house: House = {
      ...h.house,
      asJob: async job => {
        const c = await h.house.asJob(job)
        return { ...c, caller: { ...c.caller, systemAdmin: false, permissions: new Map() } }
      },
    }
    await runResourceImport(house, id, 'product', new AbortController().signal)
    expect((await h.details(id)).errors[0]?.reason).toBe('没有导入商品的权限')
  })
  test('cancelled before it began; taken back once', async () => {
    const id = await order(
      '/productManage',
      'a.csv',
      csv([
        ['sku', 'name'],
        ['Z-3', '灯'],
      ]),
      buyer,
    )
    await buyer.post('/fileImportHistory/cancel', { id })
    await runResourceImport(h.house, id, 'product', new AbortController().signal)
    expect([(await h.details(id)).state, await count('product', `sku = 'Z-3'`)]).toEqual(['cancelled', 0])
    const done = await products(
      csv([
        ['sku', 'name'],
        ['Z-4', '灯'],
      ]),
      'a.csv',
    )
    // by an administrator, the second time it is said that it is done
    const admin = await h.signIn('admin')
    expect((await admin.post('/fileImportHistory/delete', { id: done.id })).data).toMatchObject({
      restored: done.lines.merged,
      refused: [],
    })
    expect((await admin.post('/fileImportHistory/delete', { id: done.id })).msg).toMatch(/不能整批撤销/)
  })
  test('cancelled while it writes: nothing of it stays', async () => {
    const id = await order(
      '/productManage',
      'a.csv',
      csv([['sku', 'name'], ...Array.from({ length: 1_500 }, (_, i) => [`C-${i}`, '灯'])]),
      buyer,
    )
    let told = 0
    const cancelling: House = {
      ...h.house,
      registry: {
        ...h.house.registry,
        followers: new Map([
          [
            'product',
            [
              async (_context, tx) => {
                if (told++ > 0) return
                // somebody else's call, not the transaction's
                await outsideTransaction(() => buyer.post('/fileImportHistory/cancel', { id }))
                // the merge is in the middle of a statement when the wish to cancel is read
                await sql`select pg_sleep(120)`.execute(tx)
              },
            ],
          ],
        ]),
      },
      asJob: async job => ({ ...(await h.house.asJob(job)), house: cancelling }),
    }
    await runResourceImport(cancelling, id, 'product', new AbortController().signal)
    const { data } = await buyer.post('/fileImportHistory/details', { id })
    expect([data.state, await count('product', `sku like 'C-%'`), told > 0]).toEqual(['cancelled', 0, true])
  })
  test('two people with the same file at once: it is written once', async () => {
    const file = csv([['sku', 'name'], ...Array.from({ length: 200 }, (_, i) => [`P-${i}`, '灯'])])
    const both = await Promise.all([buyer, await h.signIn('admin')].map(as => imported('/productManage', 'product', 'a.csv', file, as)))
    expect(both.map(({ lines }) => lines.merged).sort((a, b) => a - b)).toEqual([0, 200])
    expect(both.map(({ state }) => state)).toEqual(['done', 'done'])
  })
  test('a file above the limit is refused before it is opened', async () => {
    const { data } = await h.upload(
      'big.csv',
      csv([
        ['sku', 'name'],
        ['B-1', '灯'],
      ]),
      buyer,
    )
    await h.sql('update stored_file set size = $1 where id = $2', [51 * 1024 ** 2, data.id])
    expect((await buyer.post('/productManage/importData', { fileIds: [data.id] })).msg).toBe('big.csv 超过 50MB，请拆分后再上传')
  })
  test('a stopping server leaves it to the next one, which begins again', async () => {
    const id = await order(
      '/productManage',
      'a.csv',
      csv([
        ['sku', 'name'],
        ['Z-5', '灯'],
      ]),
      buyer,
    )
    await expect(runResourceImport(h.house, id, 'product', AbortSignal.abort(new Error('the server is stopping')))).rejects.toThrow(
      'stopping',
    )
    expect(await count('product', `sku = 'Z-5'`)).toBe(0)
    await runResourceImport(h.house, id, 'product', new AbortController().signal)
    expect((await h.details(id)).lines).toMatchObject({ read: 1, merged: 1 })
  })
  test('the list offers the button, the dialog asks nothing but the file; the history names the list', async () => {
    const { data } = await buyer.post('/listField/getByType', { type: 'product' })
    expect(data.upload).toMatchObject({
      button: '导入商品',
      select: null,
      yearMonth: 'none',
      templates: [{ title: '商品导入模板', call: { method: 'GET', path: '/api-2024/productManage/template' } }],
      call: { path: '/api-2024/productManage/importData' },
    })
    const history = await h.clerk.post('/fileImportHistory/list', { kindTitle: '商品', pageSize: 5 })
    expect(history.data.list[0]).toMatchObject({ kindTitle: '商品', family: 'resource:product' })
  })
  test('an upload for a list is not looked into', async () => {
    const boundary = '--b\r\nContent-Disposition: form-data; name="'
    const payload =
      `${boundary}type"\r\n\r\nIMPORT\r\n${boundary}recognise"\r\n\r\n0\r\n${boundary}file"; ` +
      `filename="a.csv"\r\n\r\nsku,name\r\n\r\n--b--\r\n`
    const answer = await app.inject({
      method: 'POST',
      url: '/api-2024/fileUpload/upload',
      headers: { 'content-type': 'multipart/form-data; boundary=b', authorization: `Bearer ${h.clerk.token}` },
      payload,
    })
    expect(answer.json().data).not.toHaveProperty('recognised')
  })
})
