// What style sheets and style attributes of a mail may use. What is not listed here is left out: it could move content
// out of the mail, load something, run, or change with the height of the frame; or, as columns within columns, take a browser
// more time than the text is worth.

function words(text: string): Set<string> {
  return new Set(text.split(/\s+/));
}

export const PROPERTIES = words(`align-content align-items align-self aspect-ratio background background-attachment
  background-blend-mode background-clip background-color background-image background-origin background-position
  background-position-x background-position-y background-repeat background-size block-size border border-block
  border-block-color border-block-end border-block-end-color border-block-end-style border-block-end-width
  border-block-start border-block-start-color border-block-start-style border-block-start-width border-block-style
  border-block-width border-bottom border-bottom-color border-bottom-left-radius border-bottom-right-radius
  border-bottom-style border-bottom-width border-collapse border-color border-end-end-radius border-end-start-radius
  border-image border-image-outset border-image-repeat border-image-slice border-image-source border-image-width
  border-inline border-inline-color border-inline-end border-inline-end-color border-inline-end-style
  border-inline-end-width border-inline-start border-inline-start-color border-inline-start-style
  border-inline-start-width border-inline-style border-inline-width border-left border-left-color border-left-style
  border-left-width border-radius border-right border-right-color border-right-style border-right-width
  border-spacing border-start-end-radius border-start-start-radius border-style border-top border-top-color
  border-top-left-radius border-top-right-radius border-top-style border-top-width border-width bottom
  -webkit-box-orient box-shadow box-sizing caption-side clear color column-gap content direction display
  empty-cells flex flex-basis flex-direction flex-flow flex-grow flex-shrink flex-wrap float font font-family
  font-feature-settings font-kerning font-size -moz-osx-font-smoothing -webkit-font-smoothing font-stretch font-style
  font-variant font-variant-caps font-variant-ligatures font-variant-numeric font-weight gap grid grid-area
  grid-auto-columns grid-auto-flow grid-auto-rows grid-column grid-column-end grid-column-gap grid-column-start
  grid-gap grid-row grid-row-end grid-row-gap grid-row-start grid-template grid-template-areas grid-template-columns
  grid-template-rows height hyphens inline-size justify-content justify-items justify-self left letter-spacing
  line-break -webkit-line-clamp line-height list-style list-style-position list-style-type margin margin-block
  margin-block-end margin-block-start margin-bottom margin-inline margin-inline-end margin-inline-start margin-left
  margin-right margin-top max-block-size max-height max-inline-size max-width min-block-size min-height
  min-inline-size min-width object-fit object-position opacity order orphans outline outline-color outline-offset
  outline-style outline-width overflow overflow-wrap overflow-x overflow-y padding padding-block padding-block-end
  padding-block-start padding-bottom padding-inline padding-inline-end padding-inline-start padding-left
  padding-right padding-top page-break-after page-break-before page-break-inside place-content place-items place-self
  position quotes right row-gap tab-size table-layout text-align text-align-last text-decoration
  text-decoration-color text-decoration-line text-decoration-style text-decoration-thickness -webkit-text-fill-color
  text-indent text-justify text-overflow text-rendering text-shadow -webkit-text-size-adjust text-size-adjust
  -webkit-text-stroke -webkit-text-stroke-color -webkit-text-stroke-width text-transform text-underline-offset
  text-underline-position text-wrap top transform transform-origin unicode-bidi vertical-align visibility white-space
  widows width word-break word-spacing word-wrap z-index`);
/** That browsers also know with -webkit- before them, which is all that some mails have. */
export const PREFIXED = words(`background-clip background-origin background-size border-radius box-shadow box-sizing
  flex flex-direction flex-wrap hyphens justify-content transform transform-origin`);

/** What a reader may change, since it makes nothing appear whose image would be loaded then. */
export const READER_PROPERTIES = words(`background background-color border-bottom-color border-color border-left-color
  border-right-color border-top-color box-shadow color opacity outline-color text-decoration text-decoration-color
  text-decoration-line text-shadow`);
/** Whose value may be an image. */
export const WITH_IMAGE = words('background background-image');
/** Whose value may contain text. */
export const WITH_TEXT = words(
  'content font font-family font-feature-settings grid grid-area grid-template grid-template-areas',
);
/** Neither over the window nor out of the flow: absolute content has no height, and could cover what is not of the mail. */
export const POSITIONS = words('static relative');
/** What moves or paints an element over others: not in a quote, which could cover the answer above it. */
export const MOVING = words(`position top right bottom left inset transform transform-origin z-index opacity outline
  outline-color outline-offset outline-style outline-width`);
/** The same if the value is negative. */
export const MOVING_BACK = words(`margin margin-block margin-block-end margin-block-start margin-bottom margin-inline
  margin-inline-end margin-inline-start margin-left margin-right margin-top text-indent letter-spacing word-spacing`);

export const FUNCTIONS = words(`calc min max clamp rgb rgba hsl hsla hwb lab lch oklab oklch color-mix linear-gradient
  radial-gradient conic-gradient repeating-linear-gradient repeating-radial-gradient repeating-conic-gradient
  -webkit-linear-gradient repeat minmax fit-content translate translatex translatey rotate scale scalex scaley skew skewx
  skewy matrix`);
/** In which + - * and parentheses are allowed. */
export const CALCULATIONS = words('calc min max clamp');
/** None depends on the size of the frame, which is as high as its content. */
export const UNITS = words('px em rem ex ch pt pc in cm mm q deg grad rad turn fr');

/** Attributes that selectors can ask for, as the sanitised mail has them. */
export const SELECTED_ATTRIBUTES =
  words(`align alt aria-hidden aria-label bgcolor border cellpadding cellspacing class color
  colspan dir face height hidden href id lang nowrap role rowspan size start style title type valign width`);
export const PSEUDO_CLASSES = words(`root link any-link first-child last-child only-child first-of-type last-of-type
  only-of-type empty`);
/** Those that say what a reader does or did. */
export const READER_CLASSES = words('hover active focus visited');
export const NTH_CLASSES = words('nth-child nth-last-child nth-of-type nth-last-of-type');
export const PSEUDO_ELEMENTS = words('before after first-line first-letter');

export const WIDTHS = words('width min-width max-width device-width min-device-width max-device-width');
export const RESOLUTIONS = words(`resolution min-resolution max-resolution -webkit-device-pixel-ratio
  -webkit-min-device-pixel-ratio -webkit-max-device-pixel-ratio`);
export const RESOLUTION_UNITS = words('dpi dpcm dppx x');
