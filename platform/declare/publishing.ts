/**
 * Words of a record that is written by few and read by many, as `publishable` takes them and both of its resources know them. Types alone.
 */

import type { Notice } from './notice.ts'

/** What the lists of a publishable record hold beside their fields. */
export interface PublishWords {
  /** fields that readers see; each is copied when the record is published */
  readonly shown: readonly string[]
  /** fields that may be empty in a draft and must be filled in when it is published or scheduled */
  readonly needs?: readonly string[]
  /** order of what readers see; absent: last published first */
  readonly sort?: { readonly field: string; readonly way: 'ASC' | 'DESC' }
  /** it is written for people chosen by department, role or name; absent: for everybody of the organisation */
  readonly audience?: true
  /** readers may be asked to confirm that they have read it, until a day */
  readonly mustRead?: true
  /** it may stand in front of the others until a day */
  readonly sticky?: true
  /** readers may comment and answer, where its writer lets them */
  readonly comments?: true
  /** told to whoever it is for, when it is published for the first time and again; `to` is `audienceOf('audience')` */
  readonly tells?: Notice
  /** seen only after an audit (declare/auditable.ts) by somebody else; names the field of those who wrote the revision */
  readonly auditedBut?: string
  /** text fields of `shown` in which words are looked for; absent: the label */
  readonly search?: readonly string[]
}

/** How a draft and what is published of it belong together, as both resources know it. */
export interface Publishing extends PublishWords {
  readonly draft: string
  readonly published: string
}
