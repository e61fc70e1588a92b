/** What everything on the wire is made of: kinds of values, rows, options, calls. Types only. */
import type { KindOrigin } from './kind-origin.ts'
import type { Tone } from './tone.ts'

/** A kind of value, as list and form must show and edit it. Money and decimals travel as decimal strings, ids and references as strings. */
export type ValueKind =
  | 'text'
  | 'longText'
  | 'integer'
  | 'decimal'
  | 'money'
  | 'percent'
  | 'date'
  | 'month'
  | 'dateTime'
  | 'choice'
  | 'choices'
  | 'flag'
  | 'reference'
  | 'links'
  | 'files'
  | 'items'
  | 'lines'

export interface Option {
  readonly value: string | number
  readonly label: string
  readonly tone?: Tone
}

export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
}

/**
 * A row: field -> value; `shopIdLabel` beside a reference `shopId`, a list of labels beside links, `version` where the record has one; a
 * `picture` is the id of a file or null.
 */
export type Row = Readonly<Record<string, unknown>> & { readonly id: string; readonly version?: number }

/** Answer of an upload with type IMPORT: what the content says, so that the dialog can prefill. */
export interface UploadedFile {
  readonly id: string
  readonly link: string
  readonly name: string
  readonly size: number
  readonly type: string
  /** the caller may look at it and not have it */
  readonly closed?: true
  readonly recognised?: {
    readonly kind: string
    readonly kindTitle: string
    /** what its kind was built from; absent: a person taught it */
    readonly origin?: KindOrigin
    readonly month: string | null
    readonly shopId: string | null
    /** owner that is no shop: its list type and id */
    readonly owner?: { readonly type: string; readonly id: string }
  } | null
  /** what a file is that no kind takes, and which one to download instead */
  readonly told?: string
}

/**
 * One value, with what it was called when it was given: it can be read whatever becomes of the item. Figures are decimal strings, days
 * `YYYY-MM-DD`.
 */
export interface ItemValue {
  readonly name: string
  readonly title: string
  readonly value: string
}

/** By what a product is named: an MSKU, the product itself, the company's own SKU. */
export type ItemKey = 'sellerSku' | 'productId' | 'productSku'
/** A product that is asked for by one of these; an MSKU without a shop: whatever it is in the shops that the person sees. */
export type ItemAsk = { readonly shopId?: string } & Partial<Record<ItemKey, string>>

/** What an item is called: several products or sites of an MSKU stand one after the other. */
export interface NamedSku {
  /** file of the product's picture */
  readonly picture: string | null
  readonly name: string
  readonly sku: string
  readonly site: string
}

/** Answer of /fileUpload/preview: what of a file is shown, by its kind. */
export interface FilePreview {
  readonly id: string
  readonly name: string
  readonly size: number
  /** how far its text was read; absent: no list reads it */
  readonly state?: string
  /** its pages are shown with the name of who looks, and its bytes are not given */
  readonly closed: boolean
  readonly kind: 'pages' | 'html' | 'sheets' | 'text' | 'none'
  readonly pages?: number
  readonly html?: string
  readonly sheets?: readonly { readonly name: string; readonly rows: readonly (readonly string[])[] }[]
  readonly text?: string
  /** more is in the file than is shown */
  readonly isCut?: boolean
  /** kind none: why */
  readonly why?: string
}
