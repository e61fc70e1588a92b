/** Panel that chooses the columns. The choice is kept while the page is open. */
import { ArrowDownOutlined, ArrowUpOutlined, SettingOutlined } from '@ant-design/icons'
import { Button, Checkbox, Popover } from 'antd'
import type { FieldDefinition } from '../../declare/wire.ts'
import { feedback } from '../api/feedback.ts'
import { t } from '../i18n/t.ts'
import { chosenColumns, moved, type ColumnChoice } from './column-choice.ts'

interface ColumnChooserProps {
  readonly fields: readonly FieldDefinition[]
  readonly choice: ColumnChoice
  readonly first: ColumnChoice
  readonly onChoice: (choice: ColumnChoice) => void
}

export function ColumnChooser({ fields, choice, first, onChoice }: ColumnChooserProps) {
  const ordered = chosenColumns(fields, { order: choice.order, hidden: [] })
  const shownCount = ordered.filter(one => !choice.hidden.includes(one.field)).length
  const toggle = (field: string, show: boolean): void =>
    onChoice({ ...choice, hidden: show ? choice.hidden.filter(one => one !== field) : [...choice.hidden, field] })
  const move = (field: string, by: -1 | 1): void => {
    const next = moved(choice, field, by)
    if (next === null) feedback.warning(by < 0 ? t('已经到达第一行！') : t('已经到达最后一行！'))
    else onChoice(next)
  }
  const content = (
    <div className="zg-columns">
      {ordered.map(field => {
        const isShown = !choice.hidden.includes(field.field)
        return (
          <div key={field.field} className="zg-columns-line">
            {/* one column must stay, and columns that the definition fixes too */}
            <Checkbox
              checked={isShown}
              disabled={field.isDisabled || (isShown && shownCount === 1)}
              onChange={event => toggle(field.field, event.target.checked)}
            >
              {field.title}
            </Checkbox>
            <Button
              type="text"
              size="small"
              icon={<ArrowUpOutlined />}
              aria-label={t('{title} 上移', { title: field.title })}
              onClick={() => move(field.field, -1)}
            />
            <Button
              type="text"
              size="small"
              icon={<ArrowDownOutlined />}
              aria-label={t('{title} 下移', { title: field.title })}
              onClick={() => move(field.field, 1)}
            />
          </div>
        )
      })}
      <Button type="link" size="small" onClick={() => onChoice(first)}>
        {t('恢复默认')}
      </Button>
    </div>
  )
  return (
    <Popover trigger="click" placement="bottomRight" title={t('显示的列')} content={content}>
      <Button icon={<SettingOutlined />} aria-label={t('显示的列')} title={t('显示的列')} />
    </Popover>
  )
}
