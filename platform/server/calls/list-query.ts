/** What narrows and orders a list, as calls take it. Fields and operators are held against the declaration (lists/); here their shape. */
import { Any, Array as List, Number as Num, Object as O, Optional, Null as Nothing, String as Text, Union } from 'typebox'
import { Day, RowId } from './wire-types.ts'

const condition = O(
  { field: Text(), entityField: Optional(Any()), condition: Text(), value: Optional(Union([Text(), Num()])), condList: Optional(Any()) },
  { additionalProperties: true },
)
export const conditionList = (maxItems = 100) => Optional(List(condition, { title: '筛选条件', maxItems }))

/** The generic part of a query; the list's own filters stand beside it. */
export const filterProperties = {
  sortField: Optional(Text({ title: '排序字段' })),
  sortWay: Optional(Text({ title: '排序方式' })),
  startDate: Optional(Day('开始日期')),
  endDate: Optional(Day('结束日期')),
  conditionList: conditionList(),
  orderByList: Optional(List(O({ field: Text(), orderBy: Text() }), { title: '排序', maxItems: 20 })),
  during: Optional(O({ from: Day('开始日期'), to: Day('结束日期') }, { title: '日历的日期范围' })),
  under: Optional(Union([RowId('上级'), Nothing()], { title: '上级' })),
}
/** A query without paging: what an export, a batch or an action over a filter is about. */
export const filterInput = O(filterProperties, { additionalProperties: true, title: '筛选' })
