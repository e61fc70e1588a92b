/** For tests: the demo company whose people import into lists, files as they have them, and an import that runs as its job would run it. */
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { writeXlsx } from 'hucre/xlsx'
import { expect } from 'vitest'
import { openImports, type ImportHouse } from './amazon-imports.ts'
import type { ImportDetails } from '#platform/declare/wire.ts'
import type { Person } from './demo-house.ts'
import { createApp } from '#platform/server/http/app.ts'
import type { FileStore } from '#platform/server/contract/file-store.ts'
import type { House } from '#platform/server/contract/house.ts'
import { runResourceImport } from '#platform/server/imports/resource-import.ts'

export type Cells = readonly (readonly (string | number | null)[])[]
export const xlsx = async (rows: Cells): Promise<Buffer> =>
  Buffer.from(await writeXlsx({ sheets: [{ name: '商品', rows: rows.map(r => [...r]) }] }))
export const csv = (rows: Cells): Buffer => Buffer.from(rows.map(r => r.join(',')).join('\r\n') + '\r\n')
/** the first columns of the list of products */
export const head = ['库存 SKU *', '商品名称', '品牌', '品类', '状态'] as const

export interface ListImports {
  readonly h: ImportHouse
  readonly app: FastifyInstance
  /** may import products, sees no history and has no shop */
  readonly buyer: Person
  count(table: string, where?: string): Promise<number>
  call(method: 'GET' | 'POST', path: string, as: Person, payload?: object): Promise<LightMyRequestResponse>
  /** orders the import by sending the file itself with the call, as a form; it does not run yet */
  order(path: string, name: string, content: Buffer, as?: Person): Promise<string>
  /** orders it and runs it to its end */
  imported(path: string, type: string, name: string, content: Buffer, as?: Person, house?: House): Promise<ImportDetails>
  /** the same with products, by the buyer */
  products(rows: Cells | Buffer, name?: string): Promise<ImportDetails>
  close(): Promise<void>
}

export async function openListImports(files?: FileStore, migrated = false): Promise<ListImports> {
  const h = await openImports(files, migrated)
  const buyer = await h.signIn('buyer')
  const app = createApp(h.house, { webFolder: null })
  const order: ListImports['order'] = async (path, name, content, as = h.clerk) => {
    const head = `--b\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n`
    const answer = await app.inject({
      method: 'POST',
      url: `/api-2024${path}/importData`,
      headers: { 'content-type': 'multipart/form-data; boundary=b', authorization: `Bearer ${as.token}` },
      payload: Buffer.concat([Buffer.from(head), content, Buffer.from('\r\n--b--\r\n')]),
    })
    const { code, msg, data } = answer.json()
    expect({ code, msg }).toMatchObject({ code: 0 })
    return data.importIds[0]
  }
  const imported: ListImports['imported'] = async (path, type, name, content, as = h.clerk, house = h.house) => {
    const id = await order(path, name, content, as)
    await runResourceImport(house, id, type, new AbortController().signal)
    return (await as.post('/fileImportHistory/details', { id })).data
  }
  return {
    h,
    app,
    buyer,
    count: async (table, where = 'true') => Number((await h.sql(`select count(*)::int as n from ${table} where ${where}`))[0]?.['n']),
    call: (method, path, as, payload) =>
      app.inject({ method, url: `/api-2024${path}`, headers: { authorization: `Bearer ${as.token}` }, ...(payload ? { payload } : {}) }),
    order,
    imported,
    products: async (rows, name = '商品.xlsx') =>
      imported('/productManage', 'product', name, Buffer.isBuffer(rows) ? rows : await xlsx(rows), buyer),
    close: async () => {
      await app.close()
      await h.close()
    },
  }
}
