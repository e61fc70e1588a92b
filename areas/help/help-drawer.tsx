/** The article of a page, beside it; without one it says so and offers the search. */
import { Button, Drawer, Empty, Flex, Input } from 'antd'
import { t } from '#platform/web/i18n/t.ts'
import { RowsFailed, RowsLoading } from '#platform/web/values/list-notices.tsx'
import { RichTextView } from '#platform/web/rich-text/rich-text.tsx'
import { useIsMobile } from '#platform/web/page/use-is-mobile.ts'
import { useShell } from '#platform/web/page/shell-context.ts'
import { articleUrl, centrePath, searchUrl, useHelpOfPage } from './use-help.tsx'
import './help.css'

interface Props {
  readonly pageKey: string | null
  /** of the page */
  readonly title: string
  onClose(): void
}

const width = 480

export default function HelpDrawer({ pageKey, title, onClose }: Props) {
  const { go } = useShell()
  const isMobile = useIsMobile()
  const { data, error, refetch } = useHelpOfPage(pageKey)
  const leave = (url: string): void => {
    onClose()
    go(url)
  }
  const isWaiting = data === undefined && pageKey !== null
  return (
    <Drawer
      open
      size={isMobile ? '100%' : width}
      title={data?.title ?? t('帮助')}
      onClose={onClose}
      footer={
        <Flex gap={8} wrap>
          <Button onClick={() => leave(centrePath)}>{t('帮助中心')}</Button>
          {data != null && <Button onClick={() => leave(articleUrl(data.id))}>{t('打开全文页面')}</Button>}
        </Flex>
      }
    >
      {isWaiting ? (
        error === null ? (
          <RowsLoading />
        ) : (
          <RowsFailed error={error} onRetry={() => void refetch()} />
        )
      ) : data == null ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('“{title}”还没有帮助文章，可以搜索其他文章', { title })}>
          <Input.Search
            aria-label={t('搜索帮助')}
            placeholder={t('搜索帮助')}
            maxLength={100}
            onSearch={words => words.trim() !== '' && leave(searchUrl(words.trim()))}
          />
        </Empty>
      ) : (
        <RichTextView value={data.content} />
      )}
    </Drawer>
  )
}
