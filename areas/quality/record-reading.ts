/** One reading of an inspection: on a phone each is entered where it is seen, with its photos. */
import { sql } from 'kysely'
import { files, integer, text } from '#platform/declare/fields.ts'
import { operations } from '#platform/declare/operations.ts'
import { act } from '#platform/server/area.ts'
import { tablesOf } from '#platform/server/database.ts'
import { change, oneRecord } from '#platform/server/records.ts'
import { inspectionLine, type inspection } from './inspection-tables.ts'

const said = ['value', 'badQty', 'photos', 'note'] as const

export const recordReading = act(
  inspectionLine,
  {
    name: 'record',
    title: ['记录', 'Record'],
    over: 'row',
    operation: operations.edit,
    input: {
      value: text('读数', 'Reading', {
        max: 200,
        optional: true,
        help: ['判断项填“合格”或“不合格”', 'As the item asks: a number, a word, or one of its options'],
      }),
      badQty: integer('不良数', 'Bad units', { optional: true, min: 0 }),
      photos: files('照片', 'Photos', { optional: true, accept: 'image', max: 8 }),
      note: text('说明', 'Note', { max: 200, optional: true }),
    },
  },
  (context, { input }) =>
    context.write(async (tx, inside) => {
      const { id, ...line } = await oneRecord(inside, inspectionLine, input['id'])
      // waits for whoever finishes the inspection: its state is asked for afterwards
      await tablesOf<typeof inspection>(tx)
        .selectFrom('inspection')
        .select('id')
        .where(sql<boolean>`id = ${line['inspectionId']}`)
        .forUpdate()
        .execute()
      // what is left empty stays as it is
      const values = Object.fromEntries(said.flatMap(name => (isEmpty(input[name]) ? [] : [[name, input[name]]])))
      await change(inside, inspectionLine, id, values)
      return { id }
    }),
)
const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
