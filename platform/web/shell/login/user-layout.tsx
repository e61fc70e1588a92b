/** Layout of the pages before the shell: what the company stands for on one side, the form on the other. */
import type { ReactNode } from 'react'
import { t } from '../../i18n/t.ts'
import './user-layout.css'

const values = [
  ['诚实', '账目如实，说话算数。'],
  ['细致', '一分钱、一件货，都有来处。'],
  ['协作', '把下一位同事当作客户。'],
  ['长久', '不赶一时的热闹，做十年后仍然满意的事。'],
] as const

export function UserLayout({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="zg-user">
      <aside className="zg-user-panel">
        <div className="zg-user-brand">{t('掌柜')}</div>
        <div className="zg-user-mission">
          <h2>{t('把好东西做出来，卖到需要它的人手里')}</h2>
          <p>{t('我们设计、生产、采购，也送货上门。每一件货、每一笔账，都清清楚楚。')}</p>
        </div>
        <dl className="zg-user-values">
          {values.map(([name, meaning]) => (
            <div key={name}>
              <dt>{t(name)}</dt>
              <dd>{t(meaning)}</dd>
            </div>
          ))}
        </dl>
      </aside>
      <main className="zg-user-main">
        <div className="zg-user-form">
          <h1>{title}</h1>
          {children}
        </div>
      </main>
    </div>
  )
}
