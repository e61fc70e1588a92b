/** Saved schemes at the left of the dialog. */
import { Button, Tag } from 'antd'
import type { Scheme } from '../../declare/wire.ts'
import { t } from '../i18n/t.ts'

interface SchemeListProps {
  readonly schemes: readonly Scheme[]
  readonly selected: string | null
  readonly isLoading: boolean
  /** absent: they are there, or on their way */
  readonly onRetry: (() => void) | null
  readonly onSelect: (scheme: Scheme) => void
  readonly onNew: () => void
}

export function SchemeList({ schemes, selected, isLoading, onRetry, onSelect, onNew }: SchemeListProps) {
  return (
    <nav className="zg-scheme-list" aria-label={t('已保存的方案')}>
      <Button block onClick={onNew}>
        {t('新建方案')}
      </Button>
      {schemes.map(one => (
        <button
          key={one.profileId}
          type="button"
          className="zg-scheme-item"
          aria-pressed={one.profileId === selected}
          title={one.isOwn ? one.name : t('{name}，来自 {owner}', { name: one.name, owner: one.ownerName })}
          onClick={() => onSelect(one)}
        >
          <span>{one.name}</span>
          {one.isDefault === 1 && <Tag color="blue">{t('默认')}</Tag>}
          {one.kind === 2 && <Tag>{t('标签')}</Tag>}
          {!one.isOwn && <Tag>{t('共享')}</Tag>}
        </button>
      ))}
      {!isLoading && onRetry === null && schemes.length === 0 && <p>{t('还没有保存的方案')}</p>}
      {onRetry !== null && (
        <div role="alert">
          <p>{t('方案加载失败')}</p>
          <Button size="small" onClick={onRetry}>
            {t('重试')}
          </Button>
        </div>
      )}
    </nav>
  )
}
