/** Panel that chooses the columns: the quick way; the scheme dialog has the full one. Both change the same layout. */
import { ArrowDownOutlined, ArrowUpOutlined, SettingOutlined } from '@ant-design/icons'
import { Button, Checkbox, Popover } from 'antd'
import type { ListDefinition } from '../../declare/wire.ts'
import { feedback } from '../api/feedback.ts'
import { t } from '../i18n/t.ts'
import { changed, movedTo } from './layout-rules.ts'
import type { ColumnLayout } from './use-column-layout.ts'

interface ColumnChooserProps {
  readonly definition: ListDefinition
  readonly layout: ColumnLayout
}

export function ColumnChooser({ definition, layout }: ColumnChooserProps) {
  const { settings } = layout
  const fields = new Map(definition.result.map(one => [one.field, one]))
  const move = (at: number, by: -1 | 1): void => {
    const next = movedTo(settings, at, at + by)
    if (next === null) feedback.warning(by < 0 ? t('已经到达第一行！') : t('已经到达最后一行！'))
    else layout.setColumns(next)
  }
  const content = (
    <div className="zg-columns">
      {settings.map((one, at) => {
        const field = fields.get(one.field)
        if (field === undefined) return null
        return (
          <div key={field.field} className="zg-columns-line">
            {/* one column must stay, and columns that the definition fixes too */}
            <Checkbox
              checked={one.isShow || field.isDisabled}
              disabled={field.isDisabled || (one.isShow && layout.columns.length === 1)}
              onChange={event => layout.setColumns(changed(settings, one.field, { isShow: event.target.checked }))}
            >
              {field.title}
            </Checkbox>
            <Button
              type="text"
              size="small"
              icon={<ArrowUpOutlined aria-hidden />}
              aria-label={t('{title} 上移', { title: field.title })}
              onClick={() => move(at, -1)}
            />
            <Button
              type="text"
              size="small"
              icon={<ArrowDownOutlined aria-hidden />}
              aria-label={t('{title} 下移', { title: field.title })}
              onClick={() => move(at, 1)}
            />
          </div>
        )
      })}
      <Button type="link" size="small" onClick={() => layout.reset()}>
        {t('恢复默认')}
      </Button>
    </div>
  )
  return (
    <Popover trigger="click" placement="bottomRight" title={t('显示的列')} content={content}>
      <Button icon={<SettingOutlined aria-hidden />} title={t('显示的列')}>
        {t('显示的列')}
      </Button>
    </Popover>
  )
}
