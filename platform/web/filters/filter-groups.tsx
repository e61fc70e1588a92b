/** Records of another list as tags below what they belong to; a group's name takes or leaves all of it. */
import { Button, Input } from 'antd'
import { useState } from 'react'
import type { RecordOption } from '../../declare/wire.ts'
import { t } from '../i18n/t.ts'
import type { FilterControlProps } from './filter-props.ts'
import { ChoiceTag, FilterPopup, toggled } from './filter-popup.tsx'
import { joinValues, splitValues } from '../values/list-state.ts'
import { useRecordOptions } from '../values/reference-select.tsx'
import { useDebounced } from '../values/use-debounced.ts'
import { clearableText } from '../widgets/clearable.tsx'

const searchDelayMs = 500
/** The server gives no more at once (platform/server/lists/labels.ts). */
const shownMax = 200

interface Group {
  readonly key: string
  readonly name: string
  readonly tags: readonly RecordOption[]
}

/** Options by their group, in the order they come. */
export function groupsOf(options: readonly RecordOption[], none: string): readonly Group[] {
  const groups = new Map<string, { name: string; tags: RecordOption[] }>()
  for (const one of options) {
    const key = one.group?.value ?? ''
    const group = groups.get(key) ?? { name: one.group?.label || none, tags: [] }
    group.tags.push(one)
    groups.set(key, group)
  }
  return [...groups].map(([key, group]) => ({ key, ...group }))
}

/** The values with a whole group more; without it where all of it is chosen. */
export function withGroup(values: readonly string[], { tags }: Pick<Group, 'tags'>): readonly string[] {
  const all = tags.map(one => String(one.value))
  const others = values.filter(value => !all.includes(value))
  return all.every(one => values.includes(one)) ? others : [...others, ...all]
}

interface GroupsProps {
  readonly target: string
  readonly by: string | undefined
  readonly values: readonly string[]
  readonly onValues: (values: readonly string[]) => void
}

function Groups({ target, by, values, onValues }: GroupsProps) {
  const [keyword, setKeyword] = useState('')
  const search = useDebounced((text: string) => setKeyword(text.trim()), searchDelayMs)
  const { options, loading, failed } = useRecordOptions({ target, by, keyword, ids: [], grouped: true })
  const groups = groupsOf(options, t('未分组'))
  return (
    <>
      <Input.Search
        allowClear={clearableText()}
        aria-label={t('查找选项')}
        placeholder={t('输入关键字查找')}
        loading={loading}
        onChange={event => search.later(event.target.value)}
        onSearch={text => search.now(text)}
      />
      <div className="zg-choice-groups">
        {groups.map(group => (
          <div key={group.key}>
            <Button type="link" size="small" onClick={() => onValues(withGroup(values, group))}>
              {group.name}
            </Button>
            <div className="zg-choice-tags">
              {group.tags.map(one => (
                <ChoiceTag
                  key={one.value}
                  label={one.label}
                  detail={one.detail}
                  isOn={values.includes(String(one.value))}
                  onToggle={() => onValues(toggled(values, String(one.value)))}
                />
              ))}
            </div>
          </div>
        ))}
        {options.length >= shownMax && <p>{t('只显示前 {max} 个，其余请输入关键字查找', { max: shownMax })}</p>}
        {groups.length === 0 && !loading && <p>{failed ? t('选项加载失败，请重新打开') : t('没有匹配的选项')}</p>}
      </div>
    </>
  )
}

export function GroupFilter({ field, target, value, open = false, onChange }: FilterControlProps & { readonly target: string }) {
  const values = splitValues(value)
  const { options } = useRecordOptions({ target, by: field.targetBy, keyword: null, ids: values })
  const names = values.map(id => options.find(one => String(one.value) === id)?.label ?? id)
  return (
    <FilterPopup title={field.title} summary={names.join(t('、'))} open={open} onClear={() => onChange('', false)}>
      <Groups target={target} by={field.targetBy} values={values} onValues={next => onChange(joinValues(next), true)} />
    </FilterPopup>
  )
}
