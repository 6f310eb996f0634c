// Generates a word processor document (Office Open XML) with a title and paragraphs.
import { zip } from './zip.ts';

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const FORMATS = 'http://schemas.openxmlformats.org';

export function docx(title: string, text: string): Buffer {
  const paragraphs = text.split('\n').map((line) => paragraph(line, ''));
  const heading = paragraph(title, '<w:rPr><w:b/><w:sz w:val="32"/></w:rPr>');
  return zip({
    '[Content_Types].xml': `${XML}<Types xmlns="${FORMATS}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
    '_rels/.rels': `${XML}<Relationships xmlns="${FORMATS}/package/2006/relationships"><Relationship Id="rId1" Type="${FORMATS}/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/document.xml': `${XML}<w:document xmlns:w="${FORMATS}/wordprocessingml/2006/main"><w:body>${heading}${paragraphs.join('')}</w:body></w:document>`,
  });
}

function paragraph(text: string, style: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return `<w:p><w:r>${style}<w:t xml:space="preserve">${escaped}</w:t></w:r></w:p>`;
}
