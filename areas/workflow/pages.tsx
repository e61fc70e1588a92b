/** Below the cards: which page of them. */
import { Pagination } from 'antd'
import { t } from '#platform/web/i18n/t.ts'
import { pageSteps } from '#platform/web/widgets/page-steps.tsx'

const pageSizes = [10, 20, 50]

interface PagesProps {
  readonly page: { readonly pageNum: number; readonly pageSize: number }
  readonly total: number
  readonly onTurn: (page: { pageNum: number; pageSize: number }) => void
}

export const Pages = ({ page, total, onTurn }: PagesProps) => (
  <Pagination
    itemRender={pageSteps}
    current={page.pageNum}
    pageSize={page.pageSize}
    total={total}
    hideOnSinglePage={total <= (pageSizes[0] ?? 0)}
    showSizeChanger
    pageSizeOptions={pageSizes}
    showTotal={count => t('共 {count} 条', { count })}
    onChange={(pageNum, pageSize) => onTurn({ pageNum, pageSize })}
  />
)
