/** Columns of the table from the definition's fields. */
import type { ReactNode } from 'react'
import type { Call, FieldDefinition, ListDefinition, Row } from '../../declare/wire.ts'
import type { CardPlace, GridColumn } from '../grid/grid-columns.ts'
import { t } from '../i18n/t.ts'
import { ItemCell } from '../values/item-cell.tsx'
import { askOf } from '../values/item-names.ts'
import { splitValues, type ListState } from '../values/list-state.ts'
import { datedName } from '../values/list-texts.ts'
import { RecordLink, referenceUrl, type UrlOfRecord } from '../values/record-link.tsx'
import { SensitiveValue } from '../values/sensitive-value.tsx'
import { RowApprovalMark, approvalOf } from '../values/approval-mark.tsx'
import { CellValue, pictureIn, plainCell, SmallPicture } from '../values/cell-value.tsx'
import { Total, totalLines, type TotalsOf } from './totals.tsx'
import type { ColumnLayout } from './use-column-layout.ts'
import { copiedValue, isFigure, showValue, type ShownValue } from '../values/value.ts'
import { MISSING } from '#platform/format/numbers.ts'
import { middleEllipsis } from '#platform/format/text.ts'

/** px of a column on a phone that nobody has drawn wider: three stand side by side, their texts on two lines; figures keep their room */
const narrowMax = 112
/** the same of one that shows products */
const narrowItemMax = 200
/** px of a cell's edges, and of a digit */
const [cellEdges, digitWidth] = [16, 9]

/** Money names its currency where the filter leaves one. */
function currencyNote(field: FieldDefinition, state: Pick<ListState, 'filters'>): string | undefined {
  const currencies = field.currencyField === null ? [] : splitValues(state.filters[field.currencyField] ?? '')
  return currencies.length === 1 && currencies[0] !== undefined ? ` (${currencies[0]})` : undefined
}

/** Where a field stands on a card, as the list declares it. */
function cardPlace({ card }: ListDefinition, { field, item }: FieldDefinition): CardPlace | null {
  if (card === undefined) return null
  if (field === card.title) return 'title'
  if (card.subtitle.includes(field)) return 'subtitle'
  return field === card.amount ? 'amount' : field === card.state ? 'state' : item === undefined ? null : 'subtitle'
}

/** The fields of a card in their order; the first opens the row. Null: the list declares none. */
export function cardFields({ card, result }: ListDefinition): FieldDefinition[] | null {
  if (card === undefined) return null
  // a product is shown also where the list says nothing of it
  const item = result.find(one => one.item !== undefined && one.isShow)?.field
  const names = new Set([card.title, ...card.subtitle, item, card.amount, card.state])
  return [...names].flatMap(name => result.find(one => one.field === name) ?? [])
}

/** What columns take from an answer. */
export interface ColumnFacts extends TotalsOf {
  /** fields of which a row of the page has a picture */
  readonly pictured: readonly string[]
}

interface ColumnsOf {
  readonly definition: ListDefinition
  readonly shown: readonly FieldDefinition[]
  readonly state: Pick<ListState, 'filters'>
  readonly layout: Pick<ColumnLayout, 'widthOf' | 'isSet' | 'frozen'>
  readonly answer: ColumnFacts | undefined
  readonly isMobile: boolean
  /** opens a row from its first cell */
  readonly onOpen: (row: Row) => void
  readonly canEdit: (field: string) => boolean
  /** where references lead */
  readonly urlOf: UrlOfRecord
}

/**
 * The field that opens the row: its name where that is the row's own, wherever it stands, else the first that is neither a record it refers
 * to nor a number.
 * On a phone the one that stays in sight.
 */
const openingField = ({ card }: ListDefinition, shown: readonly FieldDefinition[], isMobile: boolean): FieldDefinition | undefined => {
  if (isMobile) return shown[0]
  const own = shown.filter(one => one.kind !== 'reference')
  return own.find(one => one.field === card?.title) ?? own.find(one => !isFigure(one)) ?? own[0] ?? shown[0]
}

interface WayProps {
  /** what it opens, where the value alone does not say so */
  readonly name?: string | undefined
  /** null: to the row itself */
  readonly url: string | null
  readonly value: ReactNode
  readonly onOpen: () => void
}

/** What a cell leads to on a click: the record it refers to, or its own row. */
const WayOf = ({ name, url, value, onOpen }: WayProps) =>
  url === null ? (
    <button type="button" tabIndex={-1} className="zg-open" title={name} aria-label={name} onClick={onOpen}>
      {value}
    </button>
  ) : (
    <RecordLink url={url} isInCell className="zg-open zg-open-other">
      {value}
    </RecordLink>
  )

/** What is found as a whole and never by a part: an id, whose ends tell it apart. */
const cutNumber = ({ kind, filterKind }: FieldDefinition, width: number, one: ShownValue): ShownValue =>
  kind === 'text' && filterKind === 'equals'
    ? { ...one, text: middleEllipsis(one.text, Math.floor((width - cellEdges) / digitWidth)) }
    : one

const widthOf = (layout: ColumnsOf['layout'], { field, item }: FieldDefinition, isNarrow: boolean, isFirst: boolean): number =>
  isNarrow && (isFirst || !layout.isSet(field))
    ? Math.min(layout.widthOf(field), item === undefined ? narrowMax : narrowItemMax)
    : layout.widthOf(field)

/** What the head says: an MSKU is shown by its product, and keeps its name beside a column of products. */
const headOf = ({ item, title }: FieldDefinition, result: readonly FieldDefinition[]): string =>
  item?.by === 'sellerSku' && result.every(one => one.target !== 'product' || !one.isShow) ? t('商品') : title

const sensitiveCell = (field: FieldDefinition, row: Row, call: Call, text: string) => (
  <SensitiveValue key={row.version} isInCell call={call} id={row.id} field={field.field} text={text} asks={field.isEncrypted === true} />
)

/** Data columns in the given order. On a phone the first stays in sight, and no other. */
export function dataColumns(of: ColumnsOf): GridColumn<Row>[] {
  const { definition, shown, state, layout, answer, isMobile, onOpen, canEdit, urlOf } = of
  const yesNo = [t('是'), t('否')] as const
  const { reveal } = definition.calls
  const opening = openingField(definition, shown, isMobile)
  return shown.map((field, at) => {
    const figure = isFigure(field)
    const isFirst = at === 0
    const isOpening = field === opening
    const isInline = canEdit(field.field)
    const isKept = isMobile ? isFirst : layout.frozen.has(field.field)
    const { item } = field
    const drawnWidth = widthOf(layout, field, isMobile && !figure, isFirst)
    const note = currencyNote(field, state)
    // its value comes masked, and a button asks for it
    const isMasked = (row: Row): boolean => field.isSensitive === true && reveal !== undefined && row[field.field] !== null
    // one opens its row, one that is edited in its cell its control
    const isLinked = (field.kind === 'reference' || field.opens !== undefined) && !isOpening && !isInline
    // a page none of whose rows has a picture gives none of them room
    const hasPictures = answer?.pictured.includes(field.field) === true
    const lines = answer === undefined ? [] : totalLines(field, answer)
    const place = cardPlace(definition, field)
    return {
      key: field.field,
      name: headOf(field, definition.result),
      ...(place === null ? {} : { card: place }),
      ...(item === undefined ? {} : { isItem: true as const }),
      ...(note === undefined ? {} : { note }),
      width: drawnWidth,
      isSet: layout.isSet(field.field),
      align: figure ? 'right' : 'left',
      ...(isKept ? { pin: 'left' as const } : {}),
      isMovable: !isMobile,
      isSortable: definition.sortList.some(one => one.field === field.field),
      ...(isInline ? { look: 'zg-inline' } : {}),
      plain: row =>
        item !== undefined || isOpening || hasPictures || isMasked(row) || (isLinked && referenceUrl(field, row, urlOf) !== null)
          ? null
          : plainCell(cutNumber(field, drawnWidth, showValue(field, row, yesNo)), figure),
      render: row => {
        const shown = showValue(field, row, yesNo)
        if (reveal !== undefined && isMasked(row))
          // another version of the row may hold another value
          return sensitiveCell(field, row, reveal, shown.text)
        const url = isLinked ? referenceUrl(field, row, urlOf) : null
        const approval = isOpening ? approvalOf(row) : null
        const value = (
          <>
            {approval !== null && <RowApprovalMark approval={approval} />}
            {hasPictures && <SmallPicture key={row.id} file={pictureIn(field, row) ?? null} />}
            <CellValue shown={isOpening && shown.text === MISSING ? { ...shown, text: t('查看') } : shown} figure={figure} />
          </>
        )
        const ask = shown.text === MISSING ? null : askOf(field, row)
        const leads = isOpening || url !== null
        if (ask !== null)
          return (
            <ItemCell ask={ask} text={shown.text}>
              {value => (leads ? <WayOf {...{ name: undefined, url, value }} onOpen={() => onOpen(row)} /> : value)}
            </ItemCell>
          )
        const name = isOpening ? (datedName(definition.result, field, row) ?? undefined) : undefined
        return leads ? <WayOf {...{ name, url, value }} onOpen={() => onOpen(row)} /> : value
      },
      shown: row => showValue(field, row, yesNo).text,
      copy: row => copiedValue(field, row, yesNo),
      ...(lines.length === 0 ? {} : { totals: [<Total key={field.field} field={field} lines={lines} />] }),
    }
  })
}
