/** What a record shows outside a table: title, second line, tags, person, due date, as its list declares them. */
import type { RowApproval } from '../../declare/approval.ts'
import { RowApprovalMark, approvalOf } from '../values/approval-mark.tsx'
import { memo } from 'react'
import type { Tone } from '../../declare/tone.ts'
import type { FieldDefinition, ListDefinition, Row, ShownAsDefinition } from '../../declare/wire.ts'
import { asText } from '#platform/format/text.ts'
import { t } from '../i18n/t.ts'
import { showValue, type ShownValue } from '../values/value.ts'

const hues = ['default', 'blue', 'cyan', 'gold', 'purple', 'green', 'magenta', 'orange'] as const
const hueOfTone = { quiet: 'default', info: 'blue', good: 'green', warn: 'gold', bad: 'red' } as const satisfies Record<Tone, string>
export type Hue = (typeof hues)[number] | (typeof hueOfTone)[Tone]

export interface CardTag {
  readonly text: string
  readonly hue: Hue
}
export interface CardText {
  readonly title: string
  readonly subtitle: string | null
  readonly tags: readonly CardTag[]
  readonly person: string | null
  readonly due: ShownValue | null
  /** in which approval it is */
  readonly approval: RowApproval | null
}

/** As in the table where values have a tone; else the same choice has the same hue on every card. */
const hueOf = (field: FieldDefinition, value: unknown, tone: Tone | undefined): Hue => {
  if (tone !== undefined) return hueOfTone[tone]
  if (field.keyValueList.some(one => one.tone !== undefined)) return 'default'
  const at = field.keyValueList.findIndex(one => String(one.value) === String(value))
  return at < 0 ? 'default' : (hues[at % hues.length] ?? 'default')
}

/** The hue of the state that a record is in, or else of the column of the board that it stands in; default where that has no tone. */
export function stateHue(definition: ListDefinition, { board }: ShownAsDefinition): (row: Row) => Hue {
  const name = definition.states?.field ?? board?.by
  const tones = new Map(
    definition.result.find(one => one.field === name)?.keyValueList.map(one => [String(one.value), one.tone] as const) ?? [],
  )
  return row => {
    const tone = name === undefined ? undefined : tones.get(asText(row[name] ?? ''))
    return tone === undefined ? 'default' : hueOfTone[tone]
  }
}

/** Makes the texts of cards: fields are looked up once for all rows. */
export function cardTexts(definition: ListDefinition, { card }: ShownAsDefinition): (row: Row) => CardText {
  const fields = new Map(definition.result.map(one => [one.field, one]))
  const yesNo = [t('是'), t('否')] as const
  const shown = (name: string | null, row: Row): ShownValue | null => {
    const field = name === null ? undefined : fields.get(name)
    if (field === undefined || row[field.field] === null || row[field.field] === undefined) return null
    return showValue(field, row, yesNo)
  }
  return row => ({
    title: shown(card.title, row)?.text ?? row.id,
    subtitle: shown(card.subtitle, row)?.text ?? null,
    tags: card.tags.flatMap(name => {
      const [field, value] = [fields.get(name), shown(name, row)]
      if (field === undefined || value === null) return []
      // a flag is named where it is set
      if (field.kind === 'flag') return value.text === yesNo[0] ? [{ text: field.title, hue: 'gold' as const }] : []
      return [{ text: value.text, hue: hueOf(field, row[name], value.tone) }]
    }),
    person: shown(card.person, row)?.text ?? null,
    due: shown(card.due, row),
    approval: approvalOf(row),
  })
}

/** All cards of a board are of one height, so that a column reckons which are in sight. */
export const CardFace = memo(function CardFace({ title, subtitle, tags, person, due, approval }: CardText) {
  return (
    <>
      <span className="zg-card-title" title={title}>
        {approval !== null && <RowApprovalMark approval={approval} />}
        {title}
      </span>
      <span className="zg-card-line">{subtitle}</span>
      <span className="zg-card-foot">
        {tags.map(tag => (
          <span key={tag.text} className={`zg-card-tag zg-hue-${tag.hue}`}>
            {tag.text}
          </span>
        ))}
        <span className="zg-card-end">
          {due !== null && <span className={due.isLate === true ? 'zg-late' : undefined}>{due.text.slice(0, dueLength)}</span>}
          {person !== null && (
            <span className="zg-card-person" title={person}>
              {person}
            </span>
          )}
        </span>
      </span>
    </>
  )
})

/** `2026-11-20` */
const dueLength = 10
