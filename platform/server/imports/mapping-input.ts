/** Wire form of a column mapping: field names by cell index, null for a column that is not imported. */
import { Array as List, Null, String as Text, Union } from 'typebox'

/** Excel's own limit of columns. */
const columnsMax = 16_384
export const mappingInput = List(Union([Text({ maxLength: 100 }), Null()]), { title: '列对应', maxItems: columnsMax })
