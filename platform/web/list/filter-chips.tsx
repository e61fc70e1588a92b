/** What narrows the list, as chips that can be removed one by one. */
import { CloseOutlined } from '@ant-design/icons'
import type { ListDefinition } from '../../declare/wire.ts'
import { ellipsis } from '#platform/format/text.ts'
import { t } from '../i18n/t.ts'
import { useIsMobile } from '../shell/layout/use-is-mobile.ts'
import { chipsOf, type Chip } from './chip-texts.ts'
import type { ListState } from './list-state.ts'
import { useRecordOptions } from './reference-select.tsx'

/** values that a chip names, and half-width characters of them */
const namedMax = 3
const textMax = 40

interface FilterChipsProps {
  readonly definition: ListDefinition
  readonly state: ListState
  readonly onState: (state: ListState) => void
}

const nothing = { target: '', by: undefined, keyword: null, ids: [] }

export function OneChip({ chip, onRemove }: { readonly chip: Omit<Chip, 'key' | 'without'>; readonly onRemove: () => void }) {
  const { field, values } = chip
  const target = field?.kind === 'reference' || field?.kind === 'links' ? field.target : null
  const { options } = useRecordOptions(
    target == null ? nothing : { target, by: field?.targetBy, keyword: null, ids: values.slice(0, namedMax) },
  )
  const choices = field?.keyValueList ?? []
  const nameOf = (value: string): string =>
    choices.find(one => String(one.value) === value)?.label ??
    options.find(one => String(one.value) === value)?.label ??
    (field?.kind === 'flag' ? (value === 'true' || value === '1' ? t('是') : t('否')) : target == null ? value : '…')
  const named = values.slice(0, namedMax).map(nameOf).join(t('、'))
  const text = values.length > namedMax ? t('{named} 等 {count} 个', { named, count: values.length }) : named
  const whole = [chip.title, chip.verb, text].filter(one => one !== null && one !== '').join(' ')
  return (
    <span className="zg-chip" title={whole}>
      <span>
        <span className="zg-chip-title">{chip.verb === null ? t('{title}：', { title: chip.title }) : `${chip.title} ${chip.verb} `}</span>
        {ellipsis(text, textMax)}
      </span>
      <button type="button" aria-label={t('移除条件 {name}', { name: whole })} onClick={onRemove}>
        <CloseOutlined aria-hidden />
      </button>
    </span>
  )
}

export function FilterChips({ definition, state, onState }: FilterChipsProps) {
  const isMobile = useIsMobile()
  const chips = chipsOf(definition, state)
  // on a phone all filters stand in one drawer, whose button counts them: the first row comes first
  if (chips.length === 0 || isMobile) return null
  return (
    <div className="zg-chips" role="group" aria-label={t('正在使用的筛选')}>
      {chips.map(chip => (
        <OneChip key={chip.key} chip={chip} onRemove={() => onState(chip.without)} />
      ))}
    </div>
  )
}
