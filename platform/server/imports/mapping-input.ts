/** Wire form of a column mapping: field names by cell index, null for a column that is not imported. */
import { Array as List, Integer, Null, Object as O, String as Text, Union } from 'typebox'

/** Excel's own limit of columns. */
const columnsMax = 16_384
export const mappingInput = List(Union([Text({ maxLength: 100 }), Null()]), { title: '列对应', maxItems: columnsMax })
/** cells of one file that are corrected in the preview; more are corrected in the file itself */
export const correctionsMax = 2_000
export const correctionsInput = List(
  O({
    line: Integer({ minimum: 1, maximum: 10_000_000 }),
    column: Integer({ minimum: 0, maximum: columnsMax - 1 }),
    value: Text({ maxLength: 10_000 }),
  }),
  { title: '修正', maxItems: correctionsMax },
)
