/**
 * 报告完整性: of each owner of files (shop, account, carrier) and kind of file, which days of a month the imported files contain and which
 * are missing. From the day the first file of that kind tells of, to the end of the running month. Every family of files is in it.
 */
import { sql } from 'kysely'
import { choice, date, dateTime, integer, month, reference, text } from '#platform/declare/fields.ts'
import { everybody } from '#platform/declare/scope.ts'
import { homeZone } from '#platform/format/zones.ts'
import { view, taskStates } from '#platform/server/database.ts'

const today = sql<string>`(now() at time zone ${sql.lit(homeZone)})::date`
/** a file that counts where no better one is: its days are never complete by it */
const viewFamily = 'amazonView'
/** days of the month that files could tell of by yesterday */
const due = sql`case when greatest(r.month, r.since) < least((r.month + interval '1 month')::date, ${today})
  then datemultirange(daterange(greatest(r.month, r.since), least((r.month + interval '1 month')::date, ${today})))
  else '{}'::datemultirange end`

export const dataArrival = view(
  'data_arrival',
  {
    type: 'dataArrival',
    title: ['报告完整性', 'Files that came'],
    access: { scope: everybody, permission: 'files.import' },
    fields: {
      owner: text('标识', 'Identity', { hidden: true }),
      shopId: reference('店铺', 'Shop', 'shop', { optional: true, filter: 'select', width: 150 }),
      ownerName: text('归属', 'Belongs to', { optional: true, filter: 'contains', width: 160 }),
      kindTitle: text('文件种类', 'Kind of file', { optional: true, width: 170 }),
      family: text('数据族', 'Family', { filter: 'equals', show: false }),
      month: month('月份', 'Month', { filter: 'range', sort: true }),
      state: choice(
        '状态',
        'State',
        {
          whole: [1, '已到齐', 'Complete', 'good'],
          part: [2, '有缺失', 'Days missing', 'warn'],
          none: [3, '没有文件', 'No file', 'bad'],
          aside: [4, '不作凭据', 'Proves no day', 'quiet'],
        },
        { filter: 'select', width: 100 },
      ),
      files: integer('文件数', 'Files', { total: true, width: 80 }),
      missingDays: integer('缺少天数', 'Days missing', { total: true, sort: true, width: 100 }),
      missingFrom: date('缺少自', 'Missing from', { optional: true }),
      missingTo: date('缺少至', 'Missing until', { optional: true }),
      untilDay: date('数据截至', 'Data until', { optional: true }),
      lastAt: dateTime('最近导入', 'Last import', { optional: true, sort: true, width: 170 }),
    },
    list: {
      sort: { field: 'month', way: 'DESC' },
      empty: [
        '导入文件后，这里按月显示哪些天到了、哪些天还缺',
        'Once files are imported, each month shows which of its days came and which lack',
      ],
    },
    record: { label: 'kindTitle' },
    storage: { primary: ['owner', 'month'] },
  },
  db => {
    const runs = db
      .selectFrom('import_run as i')
      .leftJoin('shop as s', 's.id', 'i.shop_id')
      .where('i.state', '=', taskStates.done[0])
      .where('i.first_day', 'is not', null)
      .where('i.last_day', 'is not', null)
      .where('i.family', 'is not', null)
      .select([
        'i.org_id',
        'i.family',
        'i.shop_id',
        'i.owner_id',
        sql<string | null>`max(coalesce(s.name, i.owner_name))`.as('owner_name'),
        sql<string | null>`max(i.kind_title)`.as('kind_title'),
        sql<string>`min(i.first_day)`.as('since'),
        sql<string>`range_agg(daterange(i.first_day, i.last_day, '[]'))`.as('days'),
        sql<string>`array_agg(daterange(i.first_day, i.last_day, '[]'))`.as('parts'),
        sql<string>`max(i.finished_at)`.as('last_at'),
      ])
      .groupBy(['i.org_id', 'i.family', 'i.shop_id', 'i.owner_id'])
    const months = db
      .selectFrom(runs.as('o'))
      .selectAll('o')
      .select(sql<string>`generate_series(date_trunc('month', o.since), ${today}, interval '1 month')::date`.as('month'))
    const lacks = db
      .selectFrom(months.as('r'))
      .selectAll('r')
      .select([
        sql<string>`(${due}) - r.days`.as('gaps'),
        sql<string>`r.days * datemultirange(daterange(r.month, (r.month + interval '1 month')::date))`.as('came'),
      ])
    return db.selectFrom(lacks.as('g')).select([
      'g.org_id',
      sql<string>`g.family || ' ' || coalesce(g.shop_id, 0) || ' ' || coalesce(g.owner_id, 0)`.as('owner'),
      'g.shop_id',
      'g.owner_name',
      'g.kind_title',
      'g.family',
      'g.month',
      sql<number>`case when g.family = ${sql.lit(viewFamily)} then 4
        when isempty(g.gaps) then 1 when isempty(g.came) then 3 else 2 end::smallint`.as('state'),
      sql<number>`(select count(*)::int from unnest(g.parts) as p
          where p && daterange(g.month, (g.month + interval '1 month')::date))`.as('files'),
      sql<number>`coalesce((select sum(upper(x) - lower(x)) from unnest(g.gaps) as x), 0)::int`.as('missing_days'),
      sql<string | null>`lower(g.gaps)`.as('missing_from'),
      sql<string | null>`upper(g.gaps) - 1`.as('missing_to'),
      sql<string | null>`upper(g.came) - 1`.as('until_day'),
      'g.last_at',
    ])
  },
)
