/** 敏感权限: what comes with no level, each with what it opens. */
import { Checkbox } from 'antd'
import { t } from '#platform/web/i18n/t.ts'
import type { SingleRight } from './role-edit.tsx'

interface SingleRightsProps {
  readonly rights: readonly SingleRight[]
  readonly pairs: ReadonlySet<string>
  readonly disabled: boolean
  readonly onChange: (pairs: ReadonlySet<string>) => void
}

export function SingleRights({ rights, pairs, disabled, onChange }: SingleRightsProps) {
  if (rights.length === 0) return null
  return (
    <section aria-label={t('敏感权限')}>
      <h2 className="zg-office-section">{t('敏感权限')}</h2>
      <p className="zg-office-note">{t('不随级别授予，逐项勾选。这里只列出角色看得到的主题的权限。')}</p>
      {rights.map(({ pair, place, title, about }) => (
        <div key={pair} className="zg-subject">
          <Checkbox
            disabled={disabled}
            checked={pairs.has(pair)}
            onChange={event => onChange(new Set(event.target.checked ? [...pairs, pair] : [...pairs].filter(one => one !== pair)))}
          >
            {place === '' ? title : t('{place} · {title}', { place, title })}
          </Checkbox>
          {about !== '' && <p className="zg-office-note zg-subject-about">{about}</p>}
        </div>
      ))}
    </section>
  )
}
