/** For tests of the ledger of quantities: two warehouses, items and batches, and its functions called as the runtime role calls them. */
import pg from 'pg'
import { testDatabase } from './database.ts'

export const org = '1'
export const today = '2026-11-20'
export interface Line {
  readonly productId: number
  readonly quantity: number | string
  readonly fromId?: number
  readonly fromKind?: number
  readonly toId?: number
  readonly toKind?: number
  readonly shopId?: number
  readonly batchId?: number
  readonly labelId?: number
  readonly toLabelId?: number
  readonly reason: number
}
export interface Use {
  readonly no: number
  readonly id: string
  readonly quantity: number
}
export interface Answer {
  readonly posting: number
  readonly known: boolean
  readonly moves: readonly number[]
  readonly cut: readonly number[]
}
export interface Taken {
  readonly no: number
  readonly taken: string
  readonly holds: readonly {
    id: string
    cellId: string
    locationId: string
    batchId: string | null
    labelId: string | null
    quantity: string
  }[]
}

/** Locations of warehouse 1: root 10, bins 11 to 13, receiving 14, staging 15, defective 16; of warehouse 2: 20 to 26. */
const setting = `
  insert into organisation (id, name, short_name, currency) values (1, '甲公司', '甲', null), (2, '乙公司', '乙', null);
  insert into product (id, org_id, sku, name, packed_length, packed_width, packed_height) values
    (1, 1, 'A', '水壶', 20, 10, 10), (2, 1, 'B', '台灯', null, null, null), (3, 1, 'C', '面霜', null, null, null),
    (9, 2, 'A', '别家', null, null, null);
  insert into product_supply (org_id, product_id, tracking, removal) values (1, 1, 0, 1), (1, 2, 0, 1), (1, 3, 1, 2), (2, 9, 0, 1);
  insert into goods_batch (id, org_id, product_id, batch_no, expires_on) values (31, 1, 3, 'C1', '2027-06-30'),
    (32, 1, 3, 'C2', '2027-03-31'), (33, 1, 3, 'C3', '2026-11-01');
  insert into warehouse (id, org_id, code, name, kind) values (1, 1, 'SZ', '深圳', 1), (2, 1, 'LA', '洛杉矶', 1);
  insert into goods_location (id, org_id, code, kind, warehouse_id) values (10, 1, 'SZ', 0, 1), (20, 1, 'LA', 0, 2);
  insert into goods_location (id, org_id, code, kind, warehouse_id, parent_id, pool_id)
    select w * 10 + n, 1, w || '-' || n, case when n <= 3 then 1 when n = 4 then 2 when n = 5 then 5 else 4 end, w, w * 10, w * 10
      from generate_series(1, 2) as w cross join generate_series(1, 6) as n;
  insert into goods_location (id, org_id, code, kind, warehouse_id) values (17, 1, 'DB-1', 7, 1);
  insert into shop (id, org_id, name) values (1, 1, '美国店');
  insert into sku_map (id, org_id, shop_id, seller_sku, product_id) values (41, 1, 1, 'A-US', 1),
    (42, 1, 1, 'A-UK', 1), (43, 1, 1, 'B-US', 2);
  select setval('goods_location_id_seq', 100)`

/** Tables whose other columns are not what is tried here. */
const eased = ['organisation', 'product', 'warehouse', 'shop', 'sku_map']

export async function goodsBooks(connections = 1) {
  const database = await testDatabase()
  const owner = new pg.Pool({ connectionString: database.ownerUrl, max: 2 })
  const app = new pg.Pool({ connectionString: database.appUrl, max: connections })
  app.on('error', () => undefined)
  const { rows: columns } = await owner.query<{ ease: string }>(
    `select format('alter table %I alter column %I drop not null', table_name, column_name) as ease from information_schema.columns
      where table_schema = 'public' and table_name = any($1) and column_name not in ('id', 'org_id') and is_nullable = 'NO'`,
    [eased],
  )
  for (const { ease } of columns) await owner.query(ease)
  await owner.query(setting)
  const inTransaction = async <T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> => {
    const client = await app.connect()
    let isBroken = false
    try {
      await client.query(`begin; select begin_write(${org})`)
      const done = await work(client)
      await client.query('commit')
      return done
    } catch (error) {
      await client.query('rollback').catch(() => (isBroken = true))
      throw error
    } finally {
      client.release(isBroken)
    }
  }
  let keys = 0
  const doc = (more: object = {}): object => ({ docType: 'test', docId: '1', key: `test:${(keys += 1)}`, bookedOn: today, ...more })
  const callPost = async (client: pg.PoolClient, given: object, lines: readonly Line[], uses: readonly Use[] = []): Promise<Answer> => {
    const { rows } = await client.query<{ said: Answer }>('select goods_post($1, null, $2, $3, $4, $5) as said', [
      org,
      `${today}T12:00:00Z`,
      JSON.stringify(given),
      JSON.stringify(lines.map((line, no) => ({ no, ...line }))),
      JSON.stringify(uses),
    ])
    return rows[0]!.said
  }
  const callHold = async (
    client: pg.PoolClient,
    demands: readonly object[],
    release: readonly object[] = [],
  ): Promise<readonly Taken[]> => {
    const { rows } = await client.query<{ said: readonly Taken[] }>('select goods_hold($1, null, $2, $3, $4) as said', [
      org,
      `${today}T12:00:00Z`,
      JSON.stringify(demands.map((one, no) => ({ no, docType: 'test', docId: '1', lineId: '1', today, ...one }))),
      JSON.stringify(release),
    ])
    return rows[0]!.said
  }
  const post = (lines: readonly Line[], more: object = {}, uses: readonly Use[] = []) =>
    inTransaction(client => callPost(client, doc(more), lines, uses))
  const hold = (demands: readonly object[], release: readonly object[] = []) => inTransaction(client => callHold(client, demands, release))
  const rows = async <T extends pg.QueryResultRow>(statement: string): Promise<T[]> => (await owner.query<T>(statement)).rows
  return {
    owner,
    app,
    inTransaction,
    doc,
    callPost,
    callHold,
    post,
    hold,
    rows,
    cells: () =>
      rows<{ key: string; quantity: number; reserved: number }>(
        `select concat_ws('/', product_id, location_id, batch_id, label_id) as key, quantity::float8 as quantity,
          reserved::float8 as reserved
          from goods_cell where quantity <> 0 order by 1`,
      ),
    proof: async () => (await rows<{ said: unknown }>(`select goods_proof(${org}) as said`))[0]?.said,
    close: async () => {
      await app.end()
      await owner.end()
      await database.drop()
    },
  }
}
export type GoodsBooks = Awaited<ReturnType<typeof goodsBooks>>

/** SQLSTATE of what was refused; null: it was done. */
export const codeOf = (work: Promise<unknown>): Promise<string | null> =>
  work.then(
    () => null,
    (error: unknown) => {
      if (error instanceof pg.DatabaseError && error.code?.startsWith('GP') === true) return error.code
      throw error
    },
  )
