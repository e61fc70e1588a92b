/** What a pivot is asked for, on the wire: names are held against the report, here only their shape. */
import { Array as List, Literal, Optional, Record as Map, String as Text, Union } from 'typebox'

const names = (title: string, maxItems: number) => List(Text({ maxLength: 40 }), { title, maxItems })
export const ownReportInput = {
  report: Text({ title: '报表', minLength: 1, maxLength: 60 }),
  rows: names('行', 7),
  across: names('列', 7),
  measures: names('指标', 80),
  where: Optional(Map(Text({ maxLength: 30 }), List(Text({ maxLength: 200 }), { maxItems: 5_000 }))),
  currency: Union([Literal('shop'), Literal('CNY')], { title: '币种' }),
  compare: Optional(Union([Literal('before'), Literal('yearBefore')], { title: '对比' })),
  clock: Optional(Text({ title: '时间口径', maxLength: 30 })),
}
