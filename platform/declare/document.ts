/**
 * A document and its lines: an order with what is ordered, a price list with its prices. `document` makes the header, `lines` its lines.
 * Whoever writes a line changes the document: its version rises, and its trail says which cells of which lines were changed. Pure values;
 * worked out in platform/server/documents and in the one writer (platform/server/records/line-log.ts).
 */
import { date, files, integer, lineItems, longText, text, type Field, type Fields } from './fields.ts'
import type { AccessWords, LineWords } from './chapters.ts'
import { closesOf, postedFields, withReverse, type Posts } from './posts.ts'
import { resource, type Resource, type ResourceDefinition } from './resource.ts'
import { through } from './scope.ts'

/** The number of a line in its document: given by the server, a part of the key. */
export const lineNo = 'lineNo'

/** upload limit of a document, where none is declared */
const attachmentsMax = 20

const numberField = () => integer('行号', 'Line', { identifier: true, min: 1, editDisabled: true, sort: true, width: 70 })

/** A line is seen with its document: its access says no scope. */
type LinesDefinition<F extends Fields> = Omit<ResourceDefinition<F, undefined, undefined>, 'access'> & {
  readonly access?: Omit<AccessWords, 'scope'>
  readonly fields: F
}

/**
 * Lines of a document. `of`: the one field that refers to the header, by which they are seen and found; `max`: so many stand in one
 * document at most.
 */
export function lines<const N extends string, Of extends Fields, F extends Fields>(
  table: N,
  {
    of,
    max,
    editedSeparately,
    draws,
    progress,
    fields,
    ...definition
  }: LinesDefinition<F> & { readonly of: Of } & Omit<LineWords<keyof F & string>, 'field'>,
): Resource<N, Of & { readonly lineNo: ReturnType<typeof numberField> } & F, 'organisation'> {
  const [by = ''] = Object.keys(of)
  const linesOf: LineWords = {
    field: by,
    max,
    ...(editedSeparately === undefined ? {} : { editedSeparately }),
    ...(draws === undefined ? {} : { draws }),
    ...(progress === undefined ? {} : { progress }),
  }
  // what was drawn from a line is found by it
  const index = [['orgId', '-id'], ...(draws ?? []).map(draw => [draw.by]), ...(definition.storage?.index ?? [])]
  return resource(table, {
    ...definition,
    access: { ...definition.access, scope: through(by) },
    fields: { ...of, [lineNo]: numberField(), ...fields },
    record: { ...definition.record, linesOf },
    storage: { ...definition.storage, key: [by, lineNo], index },
  })
}

/** What every document has: its number by kind and month, its business date, a remark and files. */
const headFields = (kind: string) => ({
  no: text('单号', 'No.', { max: 20, optional: true, filter: 'equals', sort: true, set: { onAdd: { number: kind } }, width: 165 }),
  businessOn: date('业务日期', 'Business date', { filter: 'range', sort: true, opens: 'today' }),
})
const footFields = () => ({
  remark: longText('备注', 'Remark', { max: 500, optional: true, show: false }),
  attachments: files('附件', 'Attachments', { max: attachmentsMax, optional: true, show: false }),
})
type Head = ReturnType<typeof headFields>
type Foot = ReturnType<typeof footFields>
type Posted = ReturnType<typeof postedFields>

type DocumentWords<F extends Fields> = ResourceDefinition<F, undefined, undefined> & { readonly number: string }

/** The header of a document; `number`: what its numbers begin with (`CGJ202611-0001`). Its lines are declared by `lines`, beside it. */
export function document<const N extends string, F extends Fields>(
  table: N,
  definition: DocumentWords<F> & { readonly life: { readonly posts: Posts } },
): Resource<N, Head & F & Foot & Posted, 'organisation'>
export function document<const N extends string, F extends Fields>(
  table: N,
  definition: DocumentWords<F>,
): Resource<N, Head & F & Foot, 'organisation'>
export function document<const N extends string, F extends Fields>(
  table: N,
  { number, fields, life = {}, ...definition }: DocumentWords<F>,
): Resource<N, Head & F & Foot, 'organisation'> {
  const { states, posts } = life
  const posting = states === undefined || posts === undefined ? {} : { states: withReverse(states, posts), closes: closesOf(states, posts) }
  return resource(table, {
    ...definition,
    list: {
      find: 'no',
      sort: { field: 'businessOn', way: 'DESC' },
      ...definition.list,
      scans: [{ field: 'no', kind: 'document' }, ...(definition.list?.scans ?? [])],
    },
    record: { label: 'no', ...definition.record },
    storage: { ...definition.storage, key: ['no'], index: [['orgId', '-businessOn', '-id'], ...(definition.storage?.index ?? [])] },
    life: { ...life, ...posting },
    fields: { ...headFields(number), ...fields, ...footFields(), ...(posts === undefined ? {} : postedFields()) },
  })
}

/** Lines of a record in the form of an action, which asks for nothing but them: `infoList: linesInput(carton)`. */
export const linesInput = ({ title, table }: Resource): Field => lineItems(...title, table, { optional: true })
