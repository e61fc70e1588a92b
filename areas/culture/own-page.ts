/** What a call for a page of one's own records takes. */
import { Integer, Object as O, Optional, type TSchema } from 'typebox'
import { conditionList } from '#platform/server/area.ts'

/** A page of one's own records: nothing but paging and conditions. */
export const ownPage = (more: Readonly<Record<string, TSchema>> = {}): TSchema =>
  O(
    {
      pageNum: Optional(Integer({ title: '页码', minimum: 1 })),
      pageSize: Optional(Integer({ title: '每页条数', minimum: 1, maximum: 200 })),
      conditionList: conditionList(20),
      ...more,
    },
    { additionalProperties: false },
  )
