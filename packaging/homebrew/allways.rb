# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

# For Homebrew on Linux, from a clone: brew install --build-from-source --HEAD packaging/homebrew/allways.rb
class Allways < Formula
  desc "Exact travel times, distances and paths on road networks"
  license "Apache-2.0"
  head "file://#{File.expand_path("../..", __dir__)}", using: :git

  depends_on "boost" => :build
  depends_on "cli11" => :build
  depends_on "cmake" => :build
  depends_on "libosmium" => :build
  depends_on "ninja" => :build
  depends_on "nlohmann-json" => :build
  depends_on "opencl-clhpp-headers" => :build
  depends_on "opencl-headers" => :build
  depends_on "pkgconf" => :build
  depends_on "protozero" => :build
  depends_on "tomlplusplus" => :build
  depends_on "bzip2"
  depends_on "cairo"
  depends_on "expat"
  depends_on "fmt"
  depends_on "gdal"
  depends_on "geos"
  depends_on "hdf5"
  depends_on "libdeflate"
  depends_on :linux
  depends_on "opencl-icd-loader"
  depends_on "proj"
  depends_on "spdlog"
  depends_on "sqlite"
  depends_on "zlib"

  def install
    system "cmake", "-S", ".", "-B", "build", "-G", "Ninja", "-DALLWAYS_BUILD_TESTS=OFF", *std_cmake_args
    system "cmake", "--build", "build"
    system "cmake", "--install", "build"
  end

  test do
    system bin/"allways", "demo"
    assert_path_exists testpath/"allways-demo/village.html"
  end
end
