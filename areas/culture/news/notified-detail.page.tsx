/** One notice, by the `id` of the address. */
import { ArticlePage } from './article-page.tsx'

export default function NotifiedDetailPage() {
  return <ArticlePage kind="notice" />
}
