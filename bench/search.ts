/**
 * The search over everything and a list's 全部文本 in a table of `--records` products, words that stand in an eighth of them among the rest;
 * and what the index costs whoever writes. One database of its own.
 */
import type pg from 'pg'
import { allText } from '#platform/declare/search.ts'
import { findRecords } from '#platform/server/search/find.ts'
import { listOf } from '#platform/server/lists/list.ts'
import { product } from '../areas/reference/tables.ts'
import { median, ms, quantile, timed, times, type Figure } from './figures.ts'
import type { Options } from './options.ts'
import { openPlace, type Place } from './place.ts'

const part = 'search'
const aimMs = 50
const rounds = 20
const writtenRows = 20_000
/** seen often, seldom, never; whole numbers and parts of them; one character, two words */
const keywords = [
  '收纳盒',
  '陶瓷',
  '收纳',
  '丁',
  '不锈钢厨房',
  '没有这个词',
  'zg-kit-0012345',
  '0012345',
  '1234',
  'KIT',
  '陶瓷 收纳盒',
  '收纳盒 1234',
]

export async function searchPart({ records }: Options): Promise<Figure[]> {
  const place = await openPlace(null)
  try {
    await fill(place.owner, place.orgId, 1, records, 'ZG')
    await place.owner.query('vacuum analyze product')
    const written = await costOfWriting(place, records)
    return [...(await figuresOf(place, records)), ...written]
  } finally {
    await place.close()
  }
}

/** Eight materials, rooms and things, and two characters that few have. */
async function fill(owner: pg.Client, orgId: string, from: number, to: number, prefix: string): Promise<void> {
  const one = (words: string, step: number): string => `(array['${words.split(' ').join("','")}'])[1 + (n / ${step}) % 8]`
  await owner.query(
    `insert into product (org_id, sku, name, brand)
     select $1, $4 || '-' || (array['KIT','BED','TOY','OUT'])[1 + n % 4] || '-' || lpad(n::text, 7, '0'),
       ${one('不锈钢 硅胶 竹木 陶瓷 亚克力 棉麻 玻璃 加厚', 1)} || ${one('厨房 卧室 儿童 户外 办公 车载 宠物 浴室', 8)}
         || ${one('收纳盒 刀具套装 保温杯 折叠桌 台灯 靠垫 置物架 玩具', 64)} || ' ' || chr((19968 + n * 31 % 5000)::integer)
         || chr((19968 + n * 17 % 4999)::integer) || '款',
       'bench'
       from generate_series($2::bigint, $3::bigint) n`,
    [orgId, from, to, prefix],
  )
}

async function figuresOf(place: Place, records: number): Promise<Figure[]> {
  const context = await place.context()
  const asks = {
    'search over everything': (keyword: string) => findRecords(context, keyword),
    'list of products by all text, its rows': (keyword: string) =>
      listOf(context, product, { pageSize: 50, only: 'rows', conditionList: [{ field: allText, condition: 'LIKE', condList: [keyword] }] }),
  }
  const figures: Figure[] = []
  for (const [what, ask] of Object.entries(asks)) {
    const took: number[] = []
    const slowest = new Map<string, number>()
    for (let round = 0; round <= rounds; round += 1)
      for (const keyword of keywords) {
        const one = await timed(() => ask(keyword))
        // the first round warms
        if (round === 0) continue
        took.push(one)
        slowest.set(keyword, Math.max(slowest.get(keyword) ?? 0, one))
      }
    const [worst = ['', 0]] = [...slowest].toSorted((a, b) => b[1] - a[1])
    figures.push({
      part,
      what: `${what}, ${records.toLocaleString('en')} products, p95`,
      value: ms(quantile(took, 0.95)),
      against: `${ms(median(took))} median; slowest ${ms(worst[1])} for ${worst[0]}`,
      aim: `< ${aimMs} ms`,
      met: quantile(took, 0.95) < aimMs,
    })
  }
  return figures
}

/** The same rows with the index and without it, one after the other in the same table. */
async function costOfWriting({ owner, orgId }: Place, records: number): Promise<Figure[]> {
  const write = (from: number, prefix: string): Promise<number> => timed(() => fill(owner, orgId, from, from + writtenRows - 1, prefix))
  const withIndex = await write(1, 'A')
  await owner.query('begin')
  await owner.query('drop index product_search_idx')
  const without = await write(1, 'B')
  await owner.query('rollback')
  return [
    {
      part,
      what: `${writtenRows.toLocaleString('en')} new products among ${records.toLocaleString('en')}: with the index of the search`,
      value: ms(withIndex),
      against: `${ms(without)} without`,
      ratio: times(withIndex / without),
    },
  ]
}
