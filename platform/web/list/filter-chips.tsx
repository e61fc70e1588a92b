/** What narrows the list, as chips that can be removed one by one. */
import { CloseOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { ListAnswer, ListDefinition } from '../../declare/wire.ts'
import { ellipsis } from '#platform/format/text.ts'
import { t } from '../i18n/t.ts'
import { useIsMobile } from '../page/use-is-mobile.ts'
import { chipsOf, liftedChip, type Chip } from './chip-texts.ts'
import type { ListState } from '../values/list-state.ts'
import { totalText } from '../values/list-texts.ts'
import { useRecordOptions } from '../values/reference-select.tsx'

/** values that a chip names, and half-width characters of them */
const namedMax = 3
const textMax = 40

interface FilterChipsProps {
  readonly definition: ListDefinition
  readonly state: ListState
  /** of the query as it stands; absent: on its way */
  readonly answer?: ListAnswer | undefined
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

/** An exact number went before the period the list opened with. */
function Lifted({ definition, state, answer, onState }: FilterChipsProps) {
  const lifted = liftedChip(definition, state)
  if (lifted === null) return null
  const said = { period: lifted.values.join(t('、')), total: answer === undefined ? '…' : totalText(answer) }
  return (
    <span className="zg-lifted" role="status">
      {t('已忽略默认期间“{period}”，{total}', said)} ·
      <Button type="link" size="small" onClick={() => onState(lifted.restored)}>
        {t('恢复')}
      </Button>
    </span>
  )
}

export function FilterChips(props: FilterChipsProps) {
  const { definition, state, onState } = props
  const isMobile = useIsMobile()
  const isPreset = ({ key }: Chip): boolean => state.presets?.some(name => key === `f.${name}`) === true
  // On a phone all filters stand in one drawer, whose button counts them: the first row comes first. Nobody chose what the list opens with:
  // there alone nothing else says it, elsewhere the bar begins with it.
  const chips = chipsOf(definition, state).filter(one => isMobile === isPreset(one))
  if (chips.length === 0) return <Lifted {...props} />
  return (
    <div className="zg-chips" role="group" aria-label={t('正在使用的筛选')}>
      {chips.map(chip => (
        <OneChip key={chip.key} chip={chip} onRemove={() => onState(chip.without)} />
      ))}
      <Lifted {...props} />
    </div>
  )
}
