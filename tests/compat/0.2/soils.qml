<!DOCTYPE qgis PUBLIC 'http://mrcc.com/qgis.dtd' 'SYSTEM'>
<!-- made by Grouser -->
<qgis version="3.22.0" styleCategories="Symbology">
  <pipe>
    <rasterrenderer type="paletted" band="1" opacity="1" alphaBand="-1" nodataColor="">
      <rasterTransparency/>
      <colorPalette>
        <paletteEntry value="1" label="sand" color="#e69f00" alpha="255"/>
        <paletteEntry value="2" label="rock" color="#5a626b" alpha="255"/>
      </colorPalette>
    </rasterrenderer>
    <brightnesscontrast/>
    <huesaturation/>
    <rasterresampler/>
  </pipe>
  <blendMode>0</blendMode>
</qgis>
