/** 帮助中心: the way in: search, types with their articles, what is read most, what is new. */
import { RightOutlined } from '@ant-design/icons'
import { Button, Empty, Input } from 'antd'
import { t } from '#platform/web/i18n/t.ts'
import { RowsFailed, RowsLoading } from '#platform/web/values/list-notices.tsx'
import { menuIcon } from '#platform/web/shell/layout/menu-icon.tsx'
import { useShell } from '#platform/web/page/shell-context.ts'
import type { ArticleLine, CentreType } from './answers.ts'
import { iconNames } from './icons.tsx'
import { articlesPath, articleUrl, questionsPath, searchUrl, useCentre } from './use-help.tsx'
import './help.css'

export default function HelpCentrePage() {
  const { go } = useShell()
  const { data, error, refetch } = useCentre()
  if (data === undefined) return error === null ? <RowsLoading /> : <RowsFailed error={error} onRetry={() => void refetch()} />
  const types = data.types.filter(type => type.count > 0)
  return (
    <div className="zg-help-centre">
      <header className="zg-help-hero">
        <h1>{t('有什么可以帮您')}</h1>
        <Input.Search
          size="large"
          aria-label={t('搜索帮助')}
          placeholder={t('搜索帮助，可以用中文、拼音或首字母')}
          enterButton={t('搜索')}
          maxLength={100}
          onSearch={words => words.trim() !== '' && go(searchUrl(words.trim()))}
        />
        <p>{t('在任何页面按 F1，打开这个页面的说明')}</p>
      </header>
      {types.length === 0 ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('还没有帮助文章，由编辑在“文章管理”里撰写或导入内置文章')} />
      ) : (
        <ul className="zg-help-cards">
          {types.map(type => (
            <TypeCard key={type.id} type={type} />
          ))}
        </ul>
      )}
      <div className="zg-help-columns">
        <Lines title={t('大家在看')} empty={t('最近 90 天还没有人看过文章')} lines={data.popular} />
        <Lines title={t('最近更新')} empty={t('还没有帮助文章')} lines={data.newest} />
      </div>
      <footer className="zg-help-foot">
        {t('没有找到答案？')}
        <Button type="link" onClick={() => go(questionsPath)}>
          {t('到问答里找一找，或者提问')}
        </Button>
      </footer>
    </div>
  )
}

function TypeCard({ type }: { readonly type: CentreType }) {
  const { go } = useShell()
  return (
    <li>
      <h2>
        {menuIcon(iconNames[type.icon ?? 1] ?? 'file-text', type.name, false)} {type.name}
        <span>{t('{n} 篇', { n: type.count })}</span>
      </h2>
      <ul>
        {type.articles.map(one => (
          <li key={one.id}>
            <button type="button" onClick={() => go(articleUrl(one.id))}>
              {one.title}
            </button>
          </li>
        ))}
      </ul>
      <Button type="link" onClick={() => go(`${articlesPath}?type=${type.id}`)}>
        {t('全部文章')}
        <RightOutlined aria-hidden />
      </Button>
    </li>
  )
}

function Lines({ title, empty, lines }: { readonly title: string; readonly empty: string; readonly lines: readonly ArticleLine[] }) {
  const { go } = useShell()
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      {lines.length === 0 && <p className="zg-help-none">{empty}</p>}
      <ol>
        {lines.map(one => (
          <li key={one.id}>
            <button type="button" onClick={() => go(articleUrl(one.id))}>
              {one.title}
            </button>
            <span>{t('{n} 次浏览', { n: one.views })}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
